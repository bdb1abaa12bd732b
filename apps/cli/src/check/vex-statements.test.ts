import type { Bom } from '@tallyman/cyclonedx';
import { expect, test } from 'vitest';
import type { FindingRow } from '../report/finding-row.ts';
import { settles, toStatements } from './vex-statements.ts';

const row = {
  vulnerability: { vulnId: 'GHSA-1', aliases: [{ cveId: 'CVE-2026-1' }] },
  component: { name: 'rocket', bomRef: 'c1', purl: 'pkg:npm/rocket@1.0.0' },
} as unknown as FindingRow;

const bomOf = (state: string, refs: string[], id = 'CVE-2026-1') =>
  ({
    metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
    components: [{ type: 'library', name: 'rocket', 'bom-ref': 'own', purl: 'pkg:npm/rocket@1.0.0' }],
    vulnerabilities: [{ id, analysis: { state }, affects: refs.map((ref) => ({ ref })) }],
  }) as unknown as Bom;

test.each([
  ['a reference of the checked document', ['c1'], true],
  ['a BOM-Link to it', ['urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#c1'], true],
  ['a component of the VEX document with the same package URL', ['own'], true],
  ['a package URL', ['pkg:npm/rocket@1.0.0'], true],
  ['the product', ['shop'], true],
  ['nothing, which is the product', [], true],
  ['another component', ['c2'], false],
  ['a package URL of another version', ['pkg:npm/rocket@2.0.0'], false],
])('a statement about %s settles the finding: %s', (_, refs, expected) => {
  const [statement] = toStatements('vex.json', bomOf('not_affected', refs));
  expect(statement && settles(statement, row)).toBe(expected);
});

test('a statement about another vulnerability settles nothing', () => {
  const [statement] = toStatements('vex.json', bomOf('resolved', [], 'CVE-2026-2'));
  expect(statement && settles(statement, row)).toBe(false);
});

test.each(['exploitable', 'in_triage'])('the state %s settles nothing', (state) => {
  expect(toStatements('vex.json', bomOf(state, []))).toEqual([]);
});
