import { describe, expect, it } from 'vitest';
import { type Counting, totalOfGroups, totalOfPage } from './finding-totals.ts';

const EXACT: Counting = { kind: 'EXACT' };
const BOUNDED: Counting = { kind: 'BOUNDED' };

/** Counts a list of `rows` rows, up to `max`. */
const countOf = (rows: number) => async (max?: number) => Math.min(rows, max ?? rows);
const pageOf = (rows: number, offset: number, limit: number) => {
  const found = Math.max(0, Math.min(limit, rows - offset));
  return { page: { offset, limit }, found };
};

describe('The total of a list of findings', () => {
  it.each([
    ['EXACT', 0, 0, 0, 'EXACT'],
    ['EXACT', 25_000, 0, 25_000, 'EXACT'],
    ['BOUNDED', 250, 0, 250, 'EXACT'],
    ['BOUNDED', 10_000, 0, 10_000, 'EXACT'],
    ['BOUNDED', 10_001, 0, 10_000, 'AT_LEAST'],
    ['BOUNDED', 25_000, 19_900, 20_000, 'AT_LEAST'],
  ] as const)('%s, of %i rows at offset %i: %i, %s', async (kind, rows, offset, count, type) => {
    const { page, found } = pageOf(rows, offset, 100);
    expect(await totalOfPage(page, found, { kind }, countOf(rows))).toEqual({ count, type });
  });

  it('caches the count for other pages', async () => {
    let counted = 0;
    const kept = new Map<string, Promise<number>>();
    const cache: Counting['cache'] = (count) => {
      const known = kept.get('list') ?? count();
      kept.set('list', known);
      return known;
    };
    const count = async () => {
      counted++;
      return 1_000;
    };
    for (const offset of [0, 100, 200]) {
      const total = await totalOfPage({ offset, limit: 100 }, 100, { ...EXACT, cache }, count);
      expect(total).toEqual({ count: 1_000, type: 'EXACT' });
    }
    expect(counted).toBe(1);
  });
});

describe('The bounded total of groups derives the count from the page', () => {
  it.each([
    ['an empty list', 0, 0, 0, 'EXACT'],
    ['a list of less than a page', 30, 0, 30, 'EXACT'],
    ['a full page', 100, 0, 100, 'AT_LEAST'],
    ['the last page', 130, 100, 130, 'EXACT'],
    ['a page behind the last', 130, 200, 0, 'AT_LEAST'],
  ] as const)('%s', async (_what, rows, offset, count, type) => {
    const { page, found } = pageOf(rows, offset, 100);
    const neverCounts = () => Promise.reject(new Error('counted'));
    expect(await totalOfGroups(page, found, BOUNDED, neverCounts)).toEqual({ count, type });
  });

  it('is exact on request', async () => {
    const { page, found } = pageOf(500, 0, 100);
    expect(await totalOfGroups(page, found, EXACT, countOf(500))).toEqual({ count: 500, type: 'EXACT' });
  });
});
