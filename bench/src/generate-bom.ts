/**
 * Deterministic CycloneDX documents of any size for the benchmarks: the same plan always gives the same
 * bytes, nothing is downloaded. The distributions follow published SBOMs of real products: bytes per
 * component, hashes, licences, references and properties by ecosystem, package popularity, and a dependency
 * graph with 55 % leaves and one 60-way root.
 */
import { createHash } from 'node:crypto';

export interface BomPlan {
  readonly components: number;
  readonly seed?: number;
  readonly specVersion?: '1.4' | '1.5' | '1.6';
  /** Share of components with a CPE, 0–1. */
  readonly cpeShare?: number;
  /** Share of components without a package URL, 0–1. */
  readonly withoutPurlShare?: number;
  /** File components without purl, licence and references: the stress variant. */
  readonly filesOnly?: boolean;
}

interface Ecosystem {
  readonly name: string;
  readonly share: number;
  readonly hashes: readonly string[];
  readonly grouped: boolean;
  readonly licence: string;
}

export interface GeneratedComponent {
  readonly type: 'library' | 'file';
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly scope?: 'required' | 'optional';
  readonly hashes?: readonly { alg: string; content: string }[];
  readonly licenses?: readonly { license: { id: string } }[];
  readonly cpe?: string;
  readonly purl?: string;
  readonly externalReferences?: readonly { type: string; url: string }[];
  readonly properties?: readonly { name: string; value: string }[];
}

export interface GeneratedDependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  { name: 'npm', share: 0.45, hashes: ['SHA-512'], grouped: false, licence: 'MIT' },
  {
    name: 'maven',
    share: 0.27,
    hashes: ['MD5', 'SHA-1', 'SHA-256', 'SHA-512', 'SHA-384', 'SHA3-384', 'SHA3-256', 'SHA3-512'],
    grouped: true,
    licence: 'Apache-2.0',
  },
  { name: 'pypi', share: 0.1, hashes: ['SHA-256'], grouped: false, licence: 'BSD-3-Clause' },
  { name: 'golang', share: 0.07, hashes: ['SHA-256'], grouped: true, licence: 'MIT' },
  { name: 'deb', share: 0.06, hashes: ['SHA-256'], grouped: true, licence: 'GPL-2.0-only' },
  { name: 'nuget', share: 0.05, hashes: ['SHA-512'], grouped: false, licence: 'MIT' },
];

const WORDS =
  'async stream parser core http client json config logger cache util server router codec buffer crypto date math graph text'.split(
    ' ',
  );

const HEX_LENGTH: Readonly<Record<string, number>> = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
  'SHA3-256': 64,
  'SHA3-384': 96,
  'SHA3-512': 128,
};

/** Mulberry32: small, fast and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const POPULATION = 60_000;

/** Popular packages are used far more often than rare ones: index = U·r^1.8. */
function pickPackage(random: () => number): number {
  return Math.floor(POPULATION * random() ** 1.8);
}

/** 70 % of the uses fall on four versions of a package. */
function pickVersion(random: () => number, pkg: number): string {
  const minor = random() < 0.7 ? Math.floor(random() * 4) : 4 + Math.floor(random() * 40);
  return `${1 + (pkg % 9)}.${minor}.${pkg % 7}`;
}

function ecosystemOf(pkg: number): Ecosystem {
  let share = ((pkg * 7919) % 1000) / 1000;
  for (const ecosystem of ECOSYSTEMS) {
    share -= ecosystem.share;
    if (share < 0) return ecosystem;
  }
  return ECOSYSTEMS[0] as Ecosystem;
}

function packageName(pkg: number): string {
  return `${WORDS[pkg % WORDS.length]}-${WORDS[(pkg * 31 + 7) % WORDS.length]}-${pkg.toString(36)}`;
}

function groupOf(ecosystem: Ecosystem, pkg: number): string | undefined {
  if (!ecosystem.grouped) return undefined;
  if (ecosystem.name === 'deb') return 'debian';
  return ecosystem.name === 'golang' ? `example.com/team${pkg % 300}` : `org.example.team${pkg % 300}`;
}

function purlOf(ecosystem: Ecosystem, group: string | undefined, name: string, version: string): string {
  const path = group === undefined ? name : `${group}/${name}`;
  const qualifiers = ecosystem.name === 'maven' ? '?type=jar' : '';
  return `pkg:${ecosystem.name}/${path}@${version}${qualifiers}`;
}

function hashesOf(ecosystem: Ecosystem, key: string): { alg: string; content: string }[] {
  const long = createHash('sha512').update(key).digest('hex');
  return ecosystem.hashes.map((alg) => ({ alg, content: long.slice(0, HEX_LENGTH[alg]) }));
}

function describe(pkg: number): string {
  return `A ${WORDS[(pkg * 3) % 20]} ${WORDS[(pkg * 5 + 1) % 20]} for ${WORDS[(pkg * 11 + 2) % 20]} work, tested in production.`;
}

function fileComponent(index: number): GeneratedComponent {
  const content = createHash('sha256').update(`file-${index}`).digest('hex');
  return {
    type: 'file',
    'bom-ref': `file-${index}`,
    name: `/usr/share/data/${WORDS[index % WORDS.length]}/${index}.bin`,
    version: '0',
    hashes: [{ alg: 'SHA-256', content }],
  };
}

function packageComponent(plan: BomPlan, random: () => number, index: number): GeneratedComponent {
  const pkg = pickPackage(random);
  const ecosystem = ecosystemOf(pkg);
  const [name, version, group] = [packageName(pkg), pickVersion(random, pkg), groupOf(ecosystem, pkg)];
  const purl = random() < (plan.withoutPurlShare ?? 0) ? undefined : purlOf(ecosystem, group, name, version);
  const cpe =
    random() < (plan.cpeShare ?? 0.15) ? `cpe:2.3:a:example:${name}:${version}:*:*:*:*:*:*:*` : undefined;
  const properties =
    random() < 0.3 ? [{ name: 'build:package:path', value: `node_modules/${name}` }] : undefined;
  return {
    type: 'library',
    'bom-ref': `${purl ?? name}#${index}`,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    description: describe(pkg),
    scope: random() < 0.8 ? 'required' : 'optional',
    hashes: hashesOf(ecosystem, `${name}@${version}`),
    licenses: [{ license: { id: ecosystem.licence } }],
    ...(cpe === undefined ? {} : { cpe }),
    ...(purl === undefined ? {} : { purl }),
    externalReferences: [
      { type: 'website', url: `https://example.com/${name}#readme` },
      { type: 'vcs', url: `git+https://git.example.com/${name}.git` },
      { type: 'issue-tracker', url: `https://git.example.com/${name}/issues` },
    ],
    ...(properties === undefined ? {} : { properties }),
  };
}

export function* generateComponents(plan: BomPlan): Generator<GeneratedComponent> {
  const random = seededRandom(plan.seed ?? 1);
  for (let index = 0; index < plan.components; index++) {
    yield plan.filesOnly ? fileComponent(index) : packageComponent(plan, random, index);
  }
}

/** Edges point forward, so the graph has no cycle; 55 % are leaves, 1.35 edges per component on average. */
export function* generateDependencies(plan: BomPlan): Generator<GeneratedDependency> {
  const refs = [...generateComponents(plan)].map((component) => component['bom-ref']);
  const random = seededRandom((plan.seed ?? 1) ^ 0x5bd1e995);
  yield { ref: 'root', dependsOn: refs.slice(0, 60) };
  for (const [index, ref] of refs.entries()) {
    const wanted = random() < 0.55 ? 0 : 1 + Math.floor(random() * 5);
    const chosen = new Set<string>();
    for (let edge = 0; edge < wanted && index + 1 < refs.length; edge++) {
      chosen.add(refs[index + 1 + Math.floor(random() * Math.min(200, refs.length - index - 1))] as string);
    }
    yield { ref, dependsOn: [...chosen] };
  }
}

export function generateMetadata() {
  return {
    timestamp: '2026-01-01T00:00:00Z',
    tools: { components: [{ type: 'application', name: 'generate-bom', version: '1' }] },
    component: { type: 'application', 'bom-ref': 'root', name: 'benchmark', version: '1.0.0' },
  };
}

function* joined(items: Iterable<unknown>): Generator<string> {
  let separator = '';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
}

/** The document as compact JSON, a piece at a time so that any size can be written to disk. */
export function* generateBomJson(plan: BomPlan): Generator<string> {
  const specVersion = plan.specVersion ?? '1.6';
  const metadata = {
    ...generateMetadata(),
    ...(specVersion === '1.4' ? { tools: [{ name: 'generate-bom' }] } : {}),
  };
  yield `{"bomFormat":"CycloneDX","specVersion":"${specVersion}",`;
  yield `"serialNumber":"urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79","version":1,`;
  yield `"metadata":${JSON.stringify(metadata)},"components":[`;
  yield* joined(generateComponents(plan));
  yield '],"dependencies":[';
  yield* joined(generateDependencies(plan));
  yield ']}';
}
