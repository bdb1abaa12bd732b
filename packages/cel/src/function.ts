import type { Evaluation } from './evaluation.ts';
import type { Type } from './type.ts';

/** One form of a function or operator. */
export interface Overload {
  readonly name: string;
  /** Of what it is a method, if it is one. */
  readonly receiver?: Type;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Gets the receiver first. Types are checked before. */
  readonly run: (evaluation: Evaluation, ...args: never[]) => unknown;
  /**
   * Looks at constant arguments when the expression is compiled; what it throws is an error of the expression. `pay` is
   * told how large a regular expression is before it is compiled: all of them together have a limit.
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
