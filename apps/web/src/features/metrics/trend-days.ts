import { choiceParam, type SearchInput } from '../../ui/search-params.ts';

const TREND_DAYS = ['30', '90', '365'] as const;
export type TrendDays = (typeof TREND_DAYS)[number];

/** How far a trend goes back: a parameter of the pages that show one. */
export interface TrendSearch {
  readonly days?: TrendDays;
}

export const DEFAULT_DAYS: TrendDays = '90';

export const TREND_CHOICES: readonly { readonly value: TrendDays; readonly label: string }[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];

export function readTrendSearch(search: SearchInput): TrendSearch {
  return { days: choiceParam(toText(search.days), TREND_DAYS) };
}

/** Code may navigate with a number. */
function toText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
