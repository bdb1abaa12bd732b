import { validateBom } from '@tallyman/cyclonedx';
import { expect, test } from 'vitest';
import { createAdvisories } from './advisories.ts';
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
    (advisory) => (advisory as { affected: { package: { purl: string } }[] }).affected[0]?.package.purl,
  );
  const counts = uploads.map(({ bom }) => {
    const { components } = bom as { components: { purl: string }[] };
    const packages = new Set(components.map(({ purl }) => withoutVersion(purl)));
    return purls.filter((purl = '') => packages.has(withoutVersion(purl))).length;
  });
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(1_000);
});

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
