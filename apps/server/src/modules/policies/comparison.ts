/** Comparisons as policies write them: as signs in expressions, as names in conditions. */
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

/** Whether an order (negative, 0, positive) is what the comparison asks for. */
export type Comparison = (order: number) => boolean;

/** Nothing for anything else, a single `=` included. */
export function findComparison(operator: string): Comparison | undefined {
  const sign = Object.hasOwn(NAMES, operator) ? NAMES[operator as keyof typeof NAMES] : operator;
  return Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[sign as keyof typeof COMPARISONS] : undefined;
}
