import { totalOf } from '../../../platform/db/total-of.ts';
import type { Page } from '../../../platform/http/paging.ts';

/** The number of rows in a list. */
export interface Total {
  readonly count: number;
  readonly type: 'EXACT' | 'AT_LEAST';
}

/** How rows are counted. */
export interface Counting {
  readonly kind: 'EXACT' | 'BOUNDED';
  /** Caches a count for the other pages of the same list. */
  readonly cache?: (count: () => Promise<number>) => Promise<number>;
}

/** A bounded count stops here and is reported as "at least". */
const MAX_COUNTED = 10_000;

/** `count` counts all rows, or stops at `max`. */
export async function totalOfPage(
  page: Pick<Page, 'offset' | 'limit'>,
  found: number,
  { kind, cache = (load) => load() }: Counting,
  count: (max?: number) => Promise<number>,
): Promise<Total> {
  if (kind === 'EXACT') {
    return { count: await totalOf(page, found, () => cache(() => count())), type: 'EXACT' };
  }
  const counted = await totalOf(page, found, () => cache(() => count(MAX_COUNTED + 1)));
  return counted > MAX_COUNTED ? atLeast(page, found) : { count: counted, type: 'EXACT' };
}

/** Counting groups reads all findings, so a bounded count "derives the count from the page". */
export async function totalOfGroups(
  page: Pick<Page, 'offset' | 'limit'>,
  found: number,
  counting: Counting,
  count: () => Promise<number>,
): Promise<Total> {
  if (counting.kind === 'EXACT') return totalOfPage(page, found, counting, count);
  const isLast = found > 0 && found !== page.limit;
  const isEmpty = found === 0 && page.offset === 0;
  return { count: found === 0 ? 0 : page.offset + found, type: isLast || isEmpty ? 'EXACT' : 'AT_LEAST' };
}

/** A page beyond the bound proves a higher count. */
function atLeast({ offset }: Pick<Page, 'offset'>, found: number): Total {
  return { count: Math.max(MAX_COUNTED, found > 0 ? offset + found : 0), type: 'AT_LEAST' };
}
