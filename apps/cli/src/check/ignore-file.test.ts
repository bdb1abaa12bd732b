import { expect, test } from 'vitest';
import type { FindingRow } from '../report/finding-row.ts';
import { isMeant, isSamePackage, parseIgnoreFile, splitByDay } from './ignore-file.ts';

const row = {
  vulnerability: { vulnId: 'GHSA-1', aliases: [{ cveId: 'CVE-2026-1' }] },
  component: { name: 'rocket', purl: 'pkg:npm/%40acme/rocket@1.0.0?x=y' },
} as unknown as FindingRow;

test.each([
  [{ id: 'GHSA-1' }, true],
  [{ id: 'cve-2026-1' }, true],
  [{ id: 'CVE-2026-2' }, false],
  [{ purl: 'pkg:npm/@acme/rocket' }, true],
  [{ purl: 'pkg:npm/%40acme/rocket@1.0.0' }, true],
  [{ purl: 'pkg:npm/%40acme/rocket@1.0' }, false],
  [{ purl: 'pkg:npm/%40acme/rock' }, false],
  [{ id: 'GHSA-1', purl: 'pkg:npm/other' }, false],
])('an entry with %j means the finding: %s', (entry, expected) => {
  expect(isMeant({ ...entry, reason: 'x' }, row)).toBe(expected);
});

test('an entry with a package URL does not match a component without one', () => {
  expect(isSamePackage('pkg:npm/x', undefined)).toBe(false);
});

test('an entry counts until the end of its last day', () => {
  const entries = [
    { id: 'a', reason: 'r', expires: '2026-11-15' },
    { id: 'b', reason: 'r', expires: '2026-11-16' },
    { id: 'c', reason: 'r' },
  ];
  const { active, expired } = splitByDay(entries, '2026-11-16');
  expect([active.map(({ id }) => id), expired.map(({ id }) => id)]).toEqual([['b', 'c'], ['a']]);
});

test.each([
  ['x: 1', 'the list "ignore" is missing'],
  ['ignore: [{id: CVE-1}]', 'entry 1 has no reason'],
  ['ignore: [{reason: r}]', 'entry 1 has neither id nor purl'],
  ['ignore: [{id: CVE-1, reason: r, until: x}]', 'unknown member "until"'],
  ['ignore: [{id: CVE-1, reason: r, expires: soon}]', 'is not a date'],
  ['ignore: [{id: CVE-1, reason: r, expires: 2027-02-31}]', 'is not a date'],
  ['ignore: [{id: CVE-1, reason: r, expires: 2027-2-1}]', 'is not a date'],
  ['ignore: [{id: 5, reason: r}]', 'id that is not text'],
  ['ignore: [', 'is not valid YAML'],
])('%s is refused with the reason', (text, reason) => {
  expect(() => parseIgnoreFile('f.yaml', text)).toThrow(reason);
});

test('a day is read as it is written', () => {
  const text = 'ignore:\n  - id: CVE-1\n    reason: because\n    expires: 2027-01-31\n';
  expect(parseIgnoreFile('f', text)).toEqual([{ id: 'CVE-1', reason: 'because', expires: '2027-01-31' }]);
});
