import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toConfigurationPage } from './configuration-page.ts';
import { getProperty, propertyNames, sections } from './properties.ts';
import { toEnvironmentName } from './property-key.ts';

const page = toConfigurationPage();

describe('docs/configuration.md', () => {
  test('is up to date (node scripts/generate-configuration-page.ts)', () => {
    const committed = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');
    expect(committed).toBe(page);
  });

  test('every property is in one section', () => {
    expect(sections.flatMap(({ names }) => names).sort()).toEqual([...propertyNames].sort());
  });

  test.each(propertyNames)('%s is described with its environment variable, other and old names', (name) => {
    const { synonyms, oldNames } = getProperty(name);
    expect(page).toContain(`| \`${name}\`<br>\`${toEnvironmentName(name)}\` |`);
    for (const synonym of synonyms) expect(page).toContain(`\`svc.${synonym}\``);
    for (const old of oldNames) expect(page).toContain(`| \`${old.name}\` | \`${name}\` |`);
  });

  test('all rows of a table have the same number of cells', () => {
    for (const row of page.split('\n').filter((line) => line.startsWith('|'))) {
      expect([2, 3, 4]).toContain(row.replaceAll('\\|', '').split('|').length - 2);
    }
  });
});
