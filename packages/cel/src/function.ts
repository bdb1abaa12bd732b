import type { Evaluation } from './evaluation.ts';
import type { Type } from './type.ts';

/** An overload of a function or operator. */
export interface Overload {
  readonly name: string;
  /** The receiver type of a method. */
  readonly receiver?: Type;
  readonly args: readonly Type[];
  readonly result: Type;
  /** The receiver is the first argument. Types are already checked. */
  readonly run: (evaluation: Evaluation, ...args: never[]) => unknown;
  /**
   * Checks constant arguments at compile time. Throws if the expression is invalid. Call `pay` with the size of a
   * regular expression before compiling it: all of them share one limit.
   */
  readonly inspect?: (args: readonly (unknown | undefined)[], pay: (instructions: number) => void) => void;
}

export type Run = (evaluation: Evaluation) => unknown;

type Body = Overload['run'];

export function func(name: string, args: readonly Type[], result: Type, run: Body): Overload {
  return { name, args, result, run };
}

export function method(
  name: string,
  receiver: Type,
  args: readonly Type[],
  result: Type,
  run: Body,
): Overload {
  return { name, receiver, args, result, run };
}
