import type { Expr } from './ast.ts';
import type { Run } from './function.ts';
import { messageType, type Type } from './type.ts';

/** A compiled node. */
export interface Compiled {
  readonly type: Type;
  readonly run: Run;
  /** The value of a constant expression. */
  readonly constant?: { readonly value: unknown };
}

/** The compiler as the functions for single nodes see it. */
export interface Walk {
  compile(expr: Expr): Compiled;
  compileBool(expr: Expr): Compiled;
  /** Declares the variables of a comprehension. Returns the index of the first one. */
  open(variables: readonly { name: string; type: Type }[]): number;
  close(variables: number): void;
  fail(at: number, message: string): Compiled;
}

export function constant(type: Type, value: unknown): Compiled {
  return { type, run: () => value, constant: { value } };
}

type NamedPart = Pick<Compiled, 'run' | 'constant'> & { readonly key: string };

/** A message of constants is always the same object, so that functions can cache results for it. */
export function toMessage(name: string, fields: readonly NamedPart[]): Compiled {
  const type = messageType(name);
  const make = (read: (part: NamedPart) => unknown) =>
    Object.fromEntries([['$typeName', name], ...fields.map((part) => [part.key, read(part)])]);
  if (fields.every((part) => part.constant))
    return constant(
      type,
      make((part) => part.constant?.value),
    );
  return { type, run: (evaluation) => make(({ run }) => run(evaluation)) };
}
