import { expect, test } from 'vitest';
import { toFacets } from './count-finding-facets.ts';
import type { FacetCell } from './finding-facets-store.ts';

const cell = (given: Partial<FacetCell>): FacetCell => ({
  severity: 'HIGH',
  state: 'NOT_SET',
  source: 'NVD',
  is_suppressed: false,
  is_kev: false,
  findings: 1,
  ...given,
});

const CELLS = [
  cell({ severity: 'CRITICAL', is_kev: true, findings: 2 }),
  cell({ findings: 4 }),
  cell({ state: 'FALSE_POSITIVE', is_suppressed: true, findings: 8 }),
  cell({ severity: 'LOW', source: 'OSV', state: 'IN_TRIAGE', findings: 16 }),
];

const countOf = (counts: readonly { value: string; count: number }[], value: string) =>
  counts.find((one) => one.value === value)?.count;

test('without filters, suppressed findings count only as suppressed', () => {
  const facets = toFacets(CELLS, {});
  expect(facets.total).toBe(22);
  expect(facets.suppressed).toBe(8);
  expect(facets.known_exploited).toBe(2);
  expect(facets.severity.map(({ count }) => count)).toEqual([2, 4, 0, 16, 0, 0]);
  expect(facets.source).toEqual([
    { value: 'NVD', count: 6 },
    { value: 'OSV', count: 16 },
  ]);
});

test('a facet ignores its own filter and follows the others', () => {
  const facets = toFacets(CELLS, { severities: ['CRITICAL'], withSuppressed: true });
  expect(facets.total).toBe(2);
  expect(countOf(facets.severity, 'HIGH')).toBe(12);
  expect(countOf(facets.severity, 'LOW')).toBe(16);
  expect(countOf(facets.state, 'IN_TRIAGE')).toBe(0);
  expect(facets.suppressed).toBe(0);
});

test('a chosen source is listed even if it has no findings', () => {
  const facets = toFacets(CELLS, { source: 'GITHUB', isKev: true });
  expect(facets.source).toContainEqual({ value: 'GITHUB', count: 0 });
  expect(countOf(facets.source, 'NVD')).toBe(2);
  expect(facets.total).toBe(0);
});
