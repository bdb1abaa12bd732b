import type { Expr } from './ast.ts';
import type { Run } from './function.ts';
import { messageType, type Type } from './type.ts';

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

export function constant(type: Type, value: unknown): Compiled {
  return { type, run: () => value, constant: { value } };
}

type NamedPart = Pick<Compiled, 'run' | 'constant'> & { readonly key: string };

/** One made of constants is always the same object, so that functions can remember it. */
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
