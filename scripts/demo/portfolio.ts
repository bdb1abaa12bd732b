import { type DemoPackage, type Ecosystem, toPurl } from './package-catalogue.ts';
import { createRandom } from './random.ts';

interface Part {
  readonly name: string;
  readonly ecosystems: readonly Ecosystem[];
  readonly versions: number;
  readonly tags: readonly string[];
}

interface Product {
  readonly name: string;
  readonly parts: readonly Part[];
}

const part = (
  name: string,
  ecosystems: readonly Ecosystem[],
  versions = 1,
  ...tags: readonly string[]
): Part => ({ name, ecosystems, versions, tags });

export const PRODUCTS: readonly Product[] = [
  {
    name: 'Online shop',
    parts: [
      part('storefront', ['npm'], 3, 'internet-facing'),
      part('checkout', ['npm'], 3, 'internet-facing', 'pci'),
      part('catalogue', ['maven'], 2),
      part('search', ['maven'], 1),
      part('recommendations', ['pypi'], 1),
      part('basket', ['npm'], 1, 'internet-facing'),
    ],
  },
  {
    name: 'Payments',
    parts: [
      part('payment-gateway', ['maven'], 3, 'internet-facing', 'pci'),
      part('ledger', ['maven'], 2, 'pci'),
      part('fraud-check', ['pypi'], 1, 'pci'),
      part('payout', ['golang'], 1, 'pci'),
    ],
  },
  {
    name: 'Logistics',
    parts: [
      part('route-planner', ['golang'], 1),
      part('warehouse', ['maven'], 2),
      part('tracking', ['npm'], 1, 'internet-facing'),
      part('label-printer', ['deb', 'pypi'], 1),
    ],
  },
  {
    name: 'Mobile',
    parts: [part('app-backend', ['npm'], 2, 'internet-facing'), part('push-service', ['golang'], 1)],
  },
  {
    name: 'Platform',
    parts: [
      part('identity', ['maven'], 2, 'internet-facing'),
      part('message-bus', ['golang'], 1),
      part('api-gateway', ['golang'], 2, 'internet-facing'),
      part('scheduler', ['npm'], 1),
      part('config-service', ['golang'], 1),
      part('audit-log', ['maven'], 1),
      part('base-image', ['deb'], 3),
    ],
  },
  {
    name: 'Data',
    parts: [
      part('warehouse-loader', ['pypi'], 1),
      part('reporting', ['pypi', 'npm'], 1),
      part('feature-store', ['pypi'], 1),
      part('stream-processor', ['maven'], 1),
    ],
  },
  {
    name: 'Devices',
    parts: [
      part('sensor-firmware', ['deb'], 2),
      part('edge-gateway', ['golang', 'deb'], 1),
      part('updater', ['golang'], 1),
    ],
  },
];

/** A version of a project with its document. */
export interface DemoUpload {
  readonly product: string;
  readonly name: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly isLatest: boolean;
  /** How many days ago it was uploaded. */
  readonly daysAgo: number;
  readonly bom: object;
}

const HISTORY_DAYS = 90;

/** All uploads, oldest first. */
export function createUploads(catalogue: readonly DemoPackage[], seed = 37): readonly DemoUpload[] {
  const random = createRandom(seed);
  const uploads = PRODUCTS.flatMap(({ name, parts }) =>
    parts.flatMap((one) => versionsOfPart(catalogue, random, name, one)),
  );
  return uploads.sort((a, b) => b.daysAgo - a.daysAgo);
}

function versionsOfPart(
  catalogue: readonly DemoPackage[],
  random: () => number,
  product: string,
  { name, ecosystems, versions, tags }: Part,
): DemoUpload[] {
  const used = choosePackages(catalogue, random, ecosystems);
  const age = new Map([...used].map((index) => [index, random()]));
  const newest = 1 + Math.floor(random() ** 2 * 60);
  return Array.from({ length: versions }, (_, n) => {
    const isLatest = n === versions - 1;
    // Each version updates a third of the packages.
    if (n > 0) for (const index of used) if (random() < 0.33) age.set(index, (age.get(index) ?? 0) ** 0.4);
    const version = `${2 + n}.${n}.0`;
    const components = [...used].map((index) => toComponent(catalogue, index, age.get(index) ?? 0));
    const daysAgo = isLatest ? newest : Math.min(HISTORY_DAYS, newest + (versions - 1 - n) * 35);
    return {
      product,
      name,
      version,
      tags,
      isLatest,
      daysAgo,
      bom: toBom(catalogue, used, components, name, version),
    };
  });
}

/** Some direct dependencies, and what they depend on. */
function choosePackages(
  catalogue: readonly DemoPackage[],
  random: () => number,
  ecosystems: readonly Ecosystem[],
): Set<number> {
  const candidates = [...catalogue.keys()].filter((index) =>
    ecosystems.includes((catalogue[index] as DemoPackage).ecosystem),
  );
  const used = new Set<number>();
  const add = (index: number) => {
    if (used.has(index)) return;
    used.add(index);
    for (const dependency of (catalogue[index] as DemoPackage).dependsOn) add(dependency);
  };
  const share = 0.1 + random() * 0.1;
  // Applications name the packages at the top of the catalogue, which need the others.
  const first = candidates.length * 0.4;
  for (const [n, index] of candidates.entries()) if (n >= first && random() < share * 2) add(index);
  return used;
}

interface Component {
  readonly index: number;
  readonly purl: string;
  readonly document: object;
}

/** `freshness` from 0, the oldest version, to 1, the newest. */
function toComponent(catalogue: readonly DemoPackage[], index: number, freshness: number): Component {
  const used = catalogue[index] as DemoPackage;
  const version = used.versions[Math.floor(freshness * used.versions.length * 0.999)] ?? '';
  const purl = toPurl(used, version);
  const { group, name, license } = used;
  const document = {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
  };
  return { index, purl, document };
}

function toBom(
  catalogue: readonly DemoPackage[],
  used: ReadonlySet<number>,
  components: readonly Component[],
  name: string,
  version: string,
): object {
  const refs = new Map(components.map(({ index, purl }) => [index, purl]));
  const needed = new Set([...used].flatMap((index) => catalogue[index]?.dependsOn ?? []));
  const root = `${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name, version } },
    components: components.map(({ document }) => document),
    dependencies: [
      { ref: root, dependsOn: components.filter(({ index }) => !needed.has(index)).map(({ purl }) => purl) },
      ...components.map(({ index, purl }) => ({
        ref: purl,
        dependsOn: (catalogue[index]?.dependsOn ?? []).map((dependency) => refs.get(dependency)),
      })),
    ],
  };
}
