import type { Expr } from './ast.ts';
import type { Run } from './function.ts';
import type { Type } from './type.ts';

/** A part of an expression, ready to run. */
export interface Compiled {
  readonly type: Type;
  readonly run: Run;
  /** Its value if it is always the same. */
  readonly constant?: { readonly value: unknown };
}

/** The walk over a tree, as its parts see it. */
export interface Walk {
  compile(expr: Expr): Compiled;
  compileBool(expr: Expr): Compiled;
  /** Declares variables of a comprehension; returns where they stand. */
  open(variables: readonly { name: string; type: Type }[]): number;
  close(variables: number): void;
  fail(at: number, message: string): Compiled;
}
