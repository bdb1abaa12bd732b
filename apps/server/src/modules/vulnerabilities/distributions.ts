/**
 * Distributions have other names in advisories than in the documents of tools, and other ones again in their
 * `os-release`: `rocky-linux`, `rocky`. All names of one mean the same here. CentOS is built from what Red Hat
 * publishes, and nobody but Red Hat publishes advisories for it.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  almalinux: ['alma', 'alma-linux'],
  alpine: [],
  amzn: ['amazon', 'amazonlinux', 'amazon-linux'],
  azurelinux: ['azure-linux', 'cbl-mariner', 'mariner'],
  debian: [],
  fedora: [],
  mageia: [],
  ol: ['oracle', 'oraclelinux', 'oracle-linux'],
  openeuler: [],
  'opensuse-leap': ['opensuse.leap'],
  'opensuse-tumbleweed': ['opensuse.tumbleweed'],
  photon: [],
  redhat: ['rhel', 'red-hat', 'centos'],
  rocky: ['rocky-linux', 'rockylinux'],
  'sle-micro': ['slem', 'suse linux enterprise micro'],
  sles: ['sle', 'sled', 'suse', 'suse linux enterprise server'],
  ubuntu: [],
};

const IDS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([id, others]) => [id, ...others].map((name) => [name, id] as const)),
);

/** Some share the packages of a family, whose name they have in package URLs. */
const FAMILIES: Readonly<Record<string, string>> = {
  'opensuse-leap': 'opensuse',
  'opensuse-tumbleweed': 'opensuse',
  'sle-micro': 'suse',
  sles: 'suse',
};

/** The longest first: `opensuse-leap` begins with `opensuse`. */
const KNOWN: readonly string[] = [...IDS.keys()].sort((a, b) => b.length - a.length);

export interface Distribution {
  readonly id: string;
  /** As it was given, such as `9.4` or `bookworm`; empty if it was not. */
  readonly release: string;
}

/** What a `distro` qualifier such as `rocky-9.4` says; nothing if it names no known distribution. */
export function findDistribution(qualifier: string): Distribution | undefined {
  const text = qualifier.trim().toLowerCase();
  const name = KNOWN.find((known) => text === known || text.startsWith(`${known}-`));
  const id = name === undefined ? undefined : IDS.get(name);
  return id === undefined || name === undefined ? undefined : { id, release: text.slice(name.length + 1) };
}

/** The one name of a distribution's namespace in package URLs. */
export function toDistroNamespace(namespace: string): string {
  const id = IDS.get(namespace.toLowerCase());
  if (id === undefined) return namespace;
  return Object.hasOwn(FAMILIES, id) ? (FAMILIES[id] ?? id) : id;
}
