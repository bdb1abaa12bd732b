/**
 * The names of each distribution. Advisories, SBOM generators and `os-release` use different ones: `rocky-linux`,
 * `rocky`. CentOS counts as Red Hat, because only Red Hat publishes advisories for it.
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

/** Distributions whose package URLs have the name of their family as namespace. */
const FAMILIES: Readonly<Record<string, string>> = {
  'opensuse-leap': 'opensuse',
  'opensuse-tumbleweed': 'opensuse',
  'sle-micro': 'suse',
  sles: 'suse',
};

/** The longest first, because `opensuse-leap` starts with `opensuse`. */
const KNOWN: readonly string[] = [...IDS.keys()].sort((a, b) => b.length - a.length);

export interface Distribution {
  readonly id: string;
  /** As given, such as `9.4` or `bookworm`; empty if absent. */
  readonly release: string;
}

/** Parses a `distro` qualifier such as `rocky-9.4`. Returns undefined for an unknown distribution. */
export function findDistribution(qualifier: string): Distribution | undefined {
  const text = qualifier.trim().toLowerCase();
  const name = KNOWN.find((known) => text === known || text.startsWith(`${known}-`));
  const id = name === undefined ? undefined : IDS.get(name);
  return id === undefined || name === undefined ? undefined : { id, release: text.slice(name.length + 1) };
}

/** Normalises the namespace of a distribution in package URLs. */
export function toDistroNamespace(namespace: string): string {
  const id = IDS.get(namespace.toLowerCase());
  if (id === undefined) return namespace;
  return Object.hasOwn(FAMILIES, id) ? (FAMILIES[id] ?? id) : id;
}
