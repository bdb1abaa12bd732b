import { formatCount } from '../../ui/format-number.ts';

/** The first part of the keys of reads on the overview of the portfolio: decisions change them. */
export const COUNT_KEY = 'countFindings';

/** “…” until it is loaded. */
export function formatFindingCount(count: number | undefined): string {
  return count === undefined ? '…' : formatCount(count);
}
