import type { Finding } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { presentResult, presentRule, writeSarif } from './present-finding-sarif.ts';

const finding = (vulnerability: object, component: object = {}) =>
  ({
    component: { name: 'lib', ...component },
    vulnerability: { vulnId: 'CVE-2024-1', source: 'NVD', severity: 'HIGH', ...vulnerability },
  }) as unknown as Finding;

describe('The level of a result', () => {
  it.each([
    ['CRITICAL', 'error', '0'],
    ['HIGH', 'error', '1'],
    ['MEDIUM', 'warning', '2'],
    ['LOW', 'note', '3'],
    ['INFO', 'note', '4'],
    ['UNASSIGNED', 'none', '5'],
  ])('for %s is %s, with the rank %s', (severity, level, severityRank) => {
    expect(presentResult(finding({ severity }))).toMatchObject({ level, properties: { severityRank } });
  });
});

describe('The text of a result', () => {
  it.each([
    ['the description', { title: 'T', description: ' D ' }, 'D'],
    ['the title without a description', { title: ' T ', description: ' ' }, 'T'],
    ['the id without either', {}, 'CVE-2024-1'],
  ])('is %s', (_what, vulnerability, text) => {
    expect(presentResult(finding(vulnerability))).toMatchObject({ message: { text } });
  });

  it('is the same for its rule', () => {
    const rule = presentRule({ vuln_id: 'CVE-2024-1', title: null, description: 'D' });
    expect(rule).toMatchObject({ id: 'CVE-2024-1', fullDescription: { text: 'D' } });
  });
});

describe('The location of a result', () => {
  it.each([
    ['the package URL', { purl: 'pkg:npm/lib@1', group: 'g', version: '1' }, 'pkg:npm/lib@1'],
    ['group, name and version', { group: 'g', version: '1' }, 'g:lib:1'],
    ['the name alone', {}, 'lib'],
  ])('is %s', (_what, component, fullyQualifiedName) => {
    const locations = [{ logicalLocations: [{ fullyQualifiedName }] }];
    expect(presentResult(finding({}, component))).toMatchObject({ locations });
  });
});

it.each([[0], [1], [3]])('a document with %i results is valid JSON', async (count) => {
  const items = Array.from({ length: count }, (_, n) => ({ n }));
  const blocks = async function* () {
    for (const item of items) yield [item];
  };
  let text = '';
  for await (const piece of writeSarif({ name: 't', fullName: 't 1', version: '1' }, blocks(), blocks())) {
    text += piece;
  }
  expect(JSON.parse(text)).toMatchObject({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 't', rules: items } }, results: items }],
  });
});
