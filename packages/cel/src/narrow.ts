import type { Expr } from './ast.ts';
import { dottedName } from './parse.ts';

/**
 * A necessary condition of an expression, simple enough for a database or an index: `path` is one of `values`. Elements
 * of a list have brackets: `vuln.aliases[].id`.
 */
export type Narrowing =
  | { readonly kind: 'one of'; readonly path: string; readonly values: readonly string[] }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Narrowing[] };

/** Returns undefined if the expression has no such condition. */
export function narrow(expr: Expr): Narrowing | undefined {
  return narrowWith(expr, new Map());
}

type Names = ReadonlyMap<string, string | undefined>;

function narrowWith(expr: Expr, names: Names): Narrowing | undefined {
  if (expr.kind === 'logic') return narrowLogic(expr, names);
  if (expr.kind === 'loop' && expr.macro === 'exists') return narrowExists(expr, names);
  if (expr.kind !== 'call' || expr.target) return undefined;
  const [left, right] = expr.args;
  if (!left || !right) return undefined;
  if (expr.name === '_==_') return equality(left, right, names) ?? equality(right, left, names);
  return expr.name === '@in' ? membership(left, right, names) : undefined;
}

function narrowLogic(
  { op, operands }: Extract<Expr, { kind: 'logic' }>,
  names: Names,
): Narrowing | undefined {
  const parts = operands.map((each) => narrowWith(each, names));
  const known = parts.filter((part) => part !== undefined);
  if (op === '||') return known.length === parts.length ? { kind: 'any', of: known } : undefined;
  return known.length > 0 ? { kind: 'all', of: known } : undefined;
}

/**
 * A condition on an element narrows the elements of the list. Maps are not narrowed, because their variable is the key.
 */
function narrowExists(expr: Extract<Expr, { kind: 'loop' }>, names: Names): Narrowing | undefined {
  const [variable = ''] = expr.variables;
  const range = pathOf(expr.range, names);
  if (expr.variables.length > 1) return undefined;
  return narrowWith(
    expr.body,
    new Map([...names, [variable, range === undefined ? undefined : `${range}[]`]]),
  );
}

function equality(side: Expr, other: Expr, names: Names): Narrowing | undefined {
  const path = pathOf(side, names);
  if (path === undefined || other.kind !== 'literal' || typeof other.value !== 'string') return undefined;
  return { kind: 'one of', path, values: [other.value] };
}

function membership(needle: Expr, haystack: Expr, names: Names): Narrowing | undefined {
  if (haystack.kind === 'list') {
    const path = pathOf(needle, names);
    const values = haystack.elements.map((each) => (each.kind === 'literal' ? each.value : undefined));
    if (path === undefined || !values.every((value) => typeof value === 'string')) return undefined;
    return { kind: 'one of', path, values };
  }
  const path = pathOf(haystack, names);
  if (path === undefined || needle.kind !== 'literal' || typeof needle.value !== 'string') return undefined;
  return { kind: 'one of', path: `${path}[]`, values: [needle.value] };
}

/** Returns a path such as `a.b`, with variables of comprehensions replaced by their list. */
function pathOf(expr: Expr, names: Names): string | undefined {
  const name = dottedName(expr);
  if (name === undefined || name.startsWith('.')) return undefined;
  const [root = '', ...fields] = name.split('.');
  if (!names.has(root)) return name;
  const base = names.get(root);
  return base === undefined ? undefined : [base, ...fields].join('.');
}
