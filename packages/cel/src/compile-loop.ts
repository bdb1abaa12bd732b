import type { Expr, LoopMacro } from './ast.ts';
import { CelEvaluationError, evaluationError } from './cel-error.ts';
import type { Compiled, Walk } from './compiled.ts';
import type { Evaluation } from './evaluation.ts';
import type { Run } from './function.ts';
import { BOOL, DYN, describeType, INT, listOf, mapOf, resolve, type Type } from './type.ts';
import { CelMap } from './value.ts';

interface Loop {
  readonly range: Run;
  /** The index of the first variable. */
  readonly at: number;
  readonly variables: number;
  readonly filter?: Run | undefined;
  readonly body: Run;
}

/**
 * Compiles `all`, `exists`, `existsOne`, `map`, `filter`, `transformList` and `transformMap`. Each iteration costs a
 * step.
 */
export function compileLoop(compiler: Walk, expr: Extract<Expr, { kind: 'loop' }>): Compiled {
  const range = compiler.compile(expr.range);
  const types = variableTypes(range.type, expr.variables.length);
  if (!types) return compiler.fail(expr.range.at, `'${describeType(range.type)}' cannot be iterated over`);
  const at = compiler.open(expr.variables.map((name, index) => ({ name, type: types[index] ?? DYN })));
  const filter = expr.filter && compiler.compileBool(expr.filter);
  const isPredicate = expr.macro !== 'list' && expr.macro !== 'map';
  const body = isPredicate ? compiler.compileBool(expr.body) : compiler.compile(expr.body);
  compiler.close(expr.variables.length);
  const loop: Loop = {
    range: range.run,
    at,
    variables: expr.variables.length,
    filter: filter?.run,
    body: body.run,
  };
  return { type: resultType(expr.macro, types[0] ?? DYN, body.type), run: RUNNERS[expr.macro](loop) };
}

function variableTypes(range: Type, count: number): Type[] | undefined {
  const type = resolve(range);
  if (type.kind === 'list') return count === 1 ? [type.element] : [INT, type.element];
  if (type.kind === 'map') return count === 1 ? [type.key] : [type.key, type.value];
  return type.kind === 'dyn' || type.kind === 'variable' ? [DYN, DYN].slice(0, count) : undefined;
}

function resultType(macro: LoopMacro, key: Type, body: Type): Type {
  if (macro === 'list') return listOf(body);
  return macro === 'map' ? mapOf(key, body) : BOOL;
}

const RUNNERS: Readonly<Record<LoopMacro, (loop: Loop) => Run>> = {
  all: (loop) => (evaluation) => decideEach(loop, evaluation, false),
  exists: (loop) => (evaluation) => decideEach(loop, evaluation, true),
  existsOne: (loop) => (evaluation) => {
    let count = 0;
    forEach(loop, evaluation, () => {
      if (isTrue(loop.body(evaluation))) count += 1;
      return true;
    });
    return count === 1;
  },
  list: (loop) => (evaluation) => {
    const list: unknown[] = [];
    forEach(loop, evaluation, () => {
      if (!loop.filter || isTrue(loop.filter(evaluation))) list.push(loop.body(evaluation));
      return true;
    });
    return list;
  },
  map: (loop) => (evaluation) => {
    const map = new CelMap();
    forEach(loop, evaluation, (key) => {
      if (!loop.filter || isTrue(loop.filter(evaluation))) map.add(key, loop.body(evaluation));
      return true;
    });
    return map;
  },
};

/** One deciding element is enough. Otherwise the first error counts. */
function decideEach(loop: Loop, evaluation: Evaluation, deciding: boolean): boolean {
  let failure: CelEvaluationError | undefined;
  let decided = false;
  forEach(loop, evaluation, () => {
    try {
      decided = isTrue(loop.body(evaluation)) === deciding;
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      failure ??= error;
    }
    return !decided;
  });
  if (decided) return deciding;
  if (failure) throw failure;
  return !deciding;
}

function isTrue(value: unknown): boolean {
  if (typeof value !== 'boolean') throw evaluationError('no such overload: a predicate must be a bool');
  return value;
}

/** Sets the variables for each element until `visit` returns false. `visit` gets the key or the index. */
function forEach(
  { range, at, variables }: Loop,
  evaluation: Evaluation,
  visit: (key: unknown) => boolean,
): void {
  const { locals } = evaluation;
  const over = range(evaluation);
  const isList = Array.isArray(over);
  if (!isList && !(over instanceof CelMap))
    throw evaluationError('no such overload: cannot be iterated over');
  let index = 0;
  for (const item of isList ? over : over.entries()) {
    evaluation.spend(1);
    const key = isList ? (variables === 1 ? undefined : BigInt(index)) : (item as Entry)[0];
    locals[at] = variables === 1 && isList ? item : key;
    if (variables === 2) locals[at + 1] = isList ? item : (item as Entry)[1];
    if (!visit(key)) return;
    index += 1;
  }
}

type Entry = readonly [key: unknown, value: unknown];
