import { validateBom } from '@tallyman/cyclonedx';
import { expect, test } from 'vitest';
import { parseEpss } from '../../apps/server/src/modules/mirroring/epss/parse-epss.ts';
import { toKevCatalogue } from '../../apps/server/src/modules/mirroring/kev/to-kev-catalogue.ts';
import { createAdvisories } from './advisories.ts';
import { createEpssTable, createKevCatalogue } from './exploitation.ts';
import { createCatalogue } from './package-catalogue.ts';
import { createUploads, PRODUCTS } from './portfolio.ts';

const catalogue = createCatalogue();
const uploads = createUploads(catalogue);
const componentsOf = (bom: object) => (bom as { components: object[] }).components.length;

test('the demo is the same every time', () => {
  expect(createUploads(createCatalogue())).toEqual(uploads);
  const now = new Date('2026-01-01');
  expect(createAdvisories(catalogue, now)).toEqual(createAdvisories(catalogue, now));
});

test('the demo has about 40 projects in a hierarchy, several of them in several versions, and 6,000 components', () => {
  const names = new Set(uploads.map(({ name }) => name));
  expect(names.size + PRODUCTS.length).toBeGreaterThanOrEqual(37);
  expect(uploads.length).toBeGreaterThan(names.size + 10);
  const components = uploads.reduce((sum, { bom }) => sum + componentsOf(bom), 0);
  expect(components).toBeGreaterThan(5_000);
  expect(components).toBeLessThan(8_000);
});

test('the uploads of the demo lie within the last 90 days, and the newest version of each project is the latest', () => {
  for (const versions of Map.groupBy(uploads, ({ name }) => name).values()) {
    expect(versions.map(({ isLatest }) => isLatest)).toEqual(
      versions.map((_, n) => n === versions.length - 1),
    );
    for (const { daysAgo } of versions) expect(daysAgo).toSatisfy((days: number) => days >= 1 && days <= 90);
  }
});

const withoutVersion = (purl: string) => purl.replace(/[@?].*/, '');

test('the advisories of the demo are about packages of every project', () => {
  const purls = createAdvisories(catalogue, new Date('2026-01-01')).map(
    ({ affected }) => affected[0]?.package.purl,
  );
  const counts = uploads.map(({ bom }) => {
    const { components } = bom as { components: { purl: string }[] };
    const packages = new Set(components.map(({ purl }) => withoutVersion(purl)));
    return purls.filter((purl = '') => packages.has(withoutVersion(purl))).length;
  });
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(1_000);
});

test('the mirrors can read the scores and the exploited vulnerabilities of the demo', () => {
  const now = new Date('2026-01-01');
  const advisories = createAdvisories(catalogue, now);
  const cves = advisories.flatMap(({ aliases }) => aliases);
  const { scores } = parseEpss(createEpssTable(advisories, now));
  expect(scores.map(({ cve }) => cve).sort()).toEqual(cves.sort());
  for (const { score, percentile } of scores) {
    expect(score).toSatisfy((value: number) => value > 0 && value < 1);
    expect(percentile).toSatisfy((value: number) => value > 0 && value < 1);
  }
  const { entries, unreadable } = toKevCatalogue(JSON.stringify(createKevCatalogue(advisories, now)));
  expect(unreadable).toEqual([]);
  expect(entries.length).toBeGreaterThan(5);
  expect(cves).toEqual(expect.arrayContaining(entries.map(({ vulnId }) => vulnId)));
});

test('most components of the demo get in by two to five steps', () => {
  const steps = uploads.flatMap(({ bom }) => [...stepsOf(bom as DemoBom).values()]);
  const share = (matches: (count: number) => boolean) => steps.filter(matches).length / steps.length;
  expect(share((count) => count === 1)).toBeLessThan(0.25);
  expect(share((count) => count >= 2 && count <= 5)).toBeGreaterThan(0.75);
});

interface DemoBom {
  readonly dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** How many steps each component is away from the project. */
function stepsOf({ dependencies: [root, ...others] }: DemoBom): Map<string, number> {
  const steps = new Map<string, number>();
  const dependsOn = new Map(others.map((one) => [one.ref, one.dependsOn]));
  let level = root?.dependsOn ?? [];
  for (let step = 1; level.length > 0; step++) {
    for (const ref of level) steps.set(ref, step);
    level = [...new Set(level.flatMap((ref) => dependsOn.get(ref) ?? []))].filter((ref) => !steps.has(ref));
  }
  return steps;
}

test.each(uploads.map(({ name, version, bom }) => [`${name} ${version}`, bom] as const))(
  'the document of %s is valid CycloneDX without dangling references',
  async (_name, bom) => {
    const { components, dependencies } = bom as {
      components: { 'bom-ref': string }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    const refs = new Set(components.map((component) => component['bom-ref']));
    expect(refs.size).toBe(components.length);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(await validateBom(Buffer.from(JSON.stringify(bom)))).toMatchObject({ valid: true });
  },
);
