import { evaluationError } from './cel-error.ts';
import { equals } from './equals.ts';
import { CelMap, Uint } from './value.ts';

/** Whether a list has an element, or a map a key. */
export function isIn(
  needle: unknown,
  haystack: unknown,
  evaluation: { spendOn(length: number): void },
): boolean {
  if (Array.isArray(haystack)) {
    evaluation.spendOn(haystack.length * 10);
    return haystack.some((each) => equals(needle, each, evaluation));
  }
  if (!(haystack instanceof CelMap)) throw evaluationError('no such overload: in');
  const number = needle instanceof Uint ? needle.value : needle;
  return haystack.find(number) !== undefined;
}
