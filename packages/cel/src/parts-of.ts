import type { Expr } from './ast.ts';

/** The child nodes of an expression. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target ? [expr.target, ...expr.args] : expr.args;
    case 'logic':
      return expr.operands;
    case 'conditional':
      return [expr.test, expr.then, expr.otherwise];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'message':
      return expr.fields.map(({ value }) => value);
    case 'loop':
      return expr.filter ? [expr.range, expr.filter, expr.body] : [expr.range, expr.body];
    case 'bind':
      return [expr.value, expr.body];
    default:
      return [];
  }
}
