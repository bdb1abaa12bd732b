import { type Percentiles, type Sized, toPercentiles } from '../figures/measure-sizes.ts';

export type SizeBudget = Pick<Percentiles, 'p99' | 'max'>;

/**
 * Budgets for lines of functions and files. They equal the figures in docs/STYLE.md: lower them when
 * the code has become smaller, and split what exceeds them instead of raising them. React components include their
 * markup.
 */
export const BUDGETS = {
  server: { functions: { p99: 29, max: 72 }, files: { p99: 260, max: 379 } },
  web: { functions: { p99: 63, max: 150 }, files: { p99: 223, max: 259 } },
} as const satisfies Record<string, { functions: SizeBudget; files: SizeBudget }>;

/** Returns the exceeded budgets with the largest items. */
export function checkSizes(what: string, sized: readonly Sized[], budget: SizeBudget): string[] {
  const { p99, max } = toPercentiles(sized);
  const largest = sized.toSorted((a, b) => b.lines - a.lines);
  return [
    ...largest
      .filter(({ lines }) => lines > budget.max)
      .map(({ place, lines }) => `${place}: ${lines} lines; ${what} have at most ${budget.max}`),
    ...(p99 > budget.p99 && max <= budget.max
      ? [`99 % of ${what} have at most ${budget.p99} lines; now ${p99}. ${toExamples(largest, budget.p99)}`]
      : []),
  ];
}

function toExamples(largest: readonly Sized[], above: number): string {
  const examples = largest.filter(({ lines }) => lines > above).slice(-5);
  return `Just above: ${examples.map(({ place, lines }) => `${place} (${lines})`).join(', ')}`;
}
