import type { Expr } from './ast.ts';
import { partsOf } from './parts-of.ts';

/** The names of all functions and methods that an expression calls. */
export function callsIn(expr: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  collect(expr, names);
  return names;
}

function collect(expr: Expr, names: Set<string>): void {
  if (expr.kind === 'call') names.add(expr.name);
  for (const part of partsOf(expr)) collect(part, names);
}
