import type { Expr } from './ast.ts';
import { CelSyntaxError } from './cel-error.ts';
import { Compiler } from './compile.ts';
import type { Compiled } from './compiled.ts';
import type { Environment } from './environment.ts';
import { DEFAULT_LIMITS, Evaluation, type Limits } from './evaluation.ts';
import { parse } from './parse.ts';
import { describeType, type Type } from './type.ts';
import { unify } from './unify.ts';

export interface CompileOptions {
  /** The required type of the result. */
  readonly result?: Type;
  /** If false, type errors fail at evaluation instead of compilation. */
  readonly strict?: boolean;
  readonly limits?: Limits;
}

/** A compiled expression. */
export interface Program {
  readonly type: Type;
  readonly tree: Expr;
  /** Throws `CelEvaluationError` or `CelLimitError`. `data` is passed to the functions of the environment. */
  evaluate(variables: Readonly<Record<string, unknown>>, data?: unknown): unknown;
}

/** Parses and checks an expression. Throws `CelSyntaxError` with all issues and their positions. */
export function compile(environment: Environment, source: string, options: CompileOptions = {}): Program {
  const { strict = true, limits = DEFAULT_LIMITS } = options;
  const tree = parse(source);
  const compiled = new Compiler(environment, source, strict).compileAll(tree);
  if (options.result) requireResult(compiled, options.result);
  return {
    type: compiled.type,
    tree,
    evaluate: (variables, data) => compiled.run(new Evaluation(variables, limits, data)),
  };
}

function requireResult({ type }: Compiled, wanted: Type): void {
  if (unify(type, wanted, [])) return;
  const message = `the expression must give '${describeType(wanted)}' but gives '${describeType(type)}'`;
  throw new CelSyntaxError([{ line: 1, column: 1, message }]);
}
