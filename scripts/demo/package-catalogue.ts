import { createRandom, pick, pickWeighted } from './random.ts';

export type Ecosystem = 'npm' | 'maven' | 'pypi' | 'golang' | 'deb';

/** A package of the demo. All packages are invented, so that the demo says nothing about real ones. */
export interface DemoPackage {
  readonly ecosystem: Ecosystem;
  readonly group?: string | undefined;
  readonly name: string;
  readonly versions: readonly string[];
  readonly license: string;
  /** Indexes of the packages it depends on, all of the same ecosystem. */
  readonly dependsOn: readonly number[];
}

const COUNTS: Readonly<Record<Ecosystem, number>> = { npm: 330, maven: 190, pypi: 130, golang: 110, deb: 80 };

/** Share of the packages that depend on nothing. */
const LEAVES = 0.3;

const FIRST =
  'amber birch cedar cobalt copper coral dune ember fern flint garnet harbor hazel indigo ivory juniper lagoon lark linen maple meadow mica moss nimbus ochre onyx opal pebble pine quartz reed river saffron sage slate sparrow thistle topaz umber willow'.split(
    ' ',
  );
const SECOND =
  'archive auth buffer cache cli codec config core crypto date diff events fetch forms graph http i18n image json logger mail markdown metrics mime parser path pdf pool queue router schema sdk search session socket sql stream template test tls tokens utils validate xml yaml'.split(
    ' ',
  );

const LICENSES = {
  MIT: 46,
  'Apache-2.0': 26,
  'BSD-3-Clause': 10,
  ISC: 7,
  'MPL-2.0': 4,
  'LGPL-2.1-only': 3,
  'GPL-3.0-only': 2,
  'AGPL-3.0-only': 1,
};

/** The same packages every time. */
export function createCatalogue(seed = 11): readonly DemoPackage[] {
  const random = createRandom(seed);
  const names = new Set<string>();
  const packages: DemoPackage[] = [];
  for (const [ecosystem, count] of Object.entries(COUNTS) as [Ecosystem, number][]) {
    const start = packages.length;
    for (let n = 0; n < count; n++) {
      const base = unusedName(random, names);
      packages.push({
        ecosystem,
        ...nameIn(ecosystem, base),
        versions: versionsOf(random),
        license: pickWeighted(random, LICENSES),
        dependsOn: dependenciesOf(random, start, n, count),
      });
    }
  }
  return packages;
}

function unusedName(random: () => number, names: Set<string>): string {
  for (;;) {
    const name = `${pick(random, FIRST)}-${pick(random, SECOND)}`;
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}

function nameIn(ecosystem: Ecosystem, name: string): Pick<DemoPackage, 'group' | 'name'> {
  const [first = ''] = name.split('-');
  if (ecosystem === 'maven') return { group: `org.${first}`, name };
  if (ecosystem === 'golang') return { group: `example.org/${first}`, name };
  if (ecosystem === 'deb') return { group: 'debian', name: `lib${name}` };
  return { name };
}

/** Five to nine versions in ascending order. */
function versionsOf(random: () => number): string[] {
  let [major, minor] = [1 + Math.floor(random() * 4), Math.floor(random() * 5)];
  return Array.from({ length: 5 + Math.floor(random() * 5) }, () => {
    if (random() < 0.2) [major, minor] = [major + 1, 0];
    else minor += 1;
    return `${major}.${minor}.${Math.floor(random() * 8)}`;
  });
}

/**
 * Dependencies go to packages before it, so that there are no cycles. The first packages have none, and the later ones use
 * those of the middle, so that most components get in by two to five steps.
 */
function dependenciesOf(random: () => number, start: number, n: number, count: number): number[] {
  if (n < count * LEAVES) return [];
  const needed = 1 + Math.floor(random() ** 1.5 * 5);
  return [...new Set(Array.from({ length: needed }, () => start + Math.floor(random() ** 0.8 * n)))];
}

export function toPurl({ ecosystem, group, name }: DemoPackage, version?: string): string {
  const path = group === undefined ? name : `${group}/${name}`;
  const at = version === undefined ? '' : `@${version}`;
  return `pkg:${ecosystem}/${path}${at}${ecosystem === 'deb' ? '?distro=debian-12' : ''}`;
}
