/** Expressions write comparisons as signs, conditions as names. */
const COMPARISONS = {
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
  '==': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<=': (order: number) => order <= 0,
  '<': (order: number) => order < 0,
} as const;

const NAMES = {
  NUMERIC_GREATER_THAN: '>',
  NUMERIC_GREATER_THAN_OR_EQUAL: '>=',
  NUMERIC_EQUAL: '==',
  NUMERIC_NOT_EQUAL: '!=',
  NUMERIC_LESSER_THAN_OR_EQUAL: '<=',
  NUMERIC_LESS_THAN: '<',
} as const;

/** Whether an order (negative, 0, positive) satisfies the comparison. */
export type Comparison = (order: number) => boolean;

/** Returns undefined for anything else, including a single `=`. */
export function findComparison(operator: string): Comparison | undefined {
  const sign = Object.hasOwn(NAMES, operator) ? NAMES[operator as keyof typeof NAMES] : operator;
  return Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign as keyof typeof COMPARISONS] : undefined;
}
