import { totalOf } from '../../../platform/db/total-of.ts';
import type { Page } from '../../../platform/http/paging.ts';

/** How many rows a list has in all. */
export interface Total {
  readonly count: number;
  readonly type: 'EXACT' | 'AT_LEAST';
}

/** How a caller wants to have them counted. */
export interface Counting {
  readonly kind: 'EXACT' | 'BOUNDED';
  /** Keeps a count for the other pages of the same list. */
  readonly keep?: (count: () => Promise<number>) => Promise<number>;
}

/** Beyond this, a caller who does not need to know exactly is told "at least". */
const MOST_COUNTED = 10_000;

/** `count` counts all rows, or not beyond `most`. */
export async function totalOfPage(
  page: Pick<Page, 'offset' | 'limit'>,
  found: number,
  { kind, keep = (load) => load() }: Counting,
  count: (most?: number) => Promise<number>,
): Promise<Total> {
  if (kind === 'EXACT') {
    return { count: await totalOf(page, found, () => keep(() => count())), type: 'EXACT' };
  }
  const counted = await totalOf(page, found, () => keep(() => count(MOST_COUNTED + 1)));
  return counted > MOST_COUNTED ? atLeast(page, found) : { count: counted, type: 'EXACT' };
}

/** The same for groups, which cannot be counted without looking at all findings: "derives the count from the page". */
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

/** A page far behind says more than the bound. */
function atLeast({ offset }: Pick<Page, 'offset'>, found: number): Total {
  return { count: Math.max(MOST_COUNTED, found > 0 ? offset + found : 0), type: 'AT_LEAST' };
}
