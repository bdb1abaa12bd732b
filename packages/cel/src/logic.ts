import { CelEvaluationError, noSuchOverload } from './cel-error.ts';
import type { Compiled } from './compiled.ts';
import type { Evaluation } from './evaluation.ts';
import type { Run } from './function.ts';
import { BOOL } from './type.ts';

/** `||` and `&&`: one deciding operand is enough, even if others fail. */
export function compileLogic(op: '&&' | '||', operands: readonly Compiled[]): Compiled {
  const deciding = op === '||';
  const runs = operands.map(({ run }) => run);
  return { type: BOOL, run: (evaluation) => decide(runs, deciding, evaluation) };
}

function decide(runs: readonly Run[], deciding: boolean, evaluation: Evaluation): boolean {
  let failure: CelEvaluationError | undefined;
  for (const run of runs) {
    try {
      const value = run(evaluation);
      if (value === deciding) return deciding;
      if (typeof value !== 'boolean') throw noSuchOverload(deciding ? '||' : '&&');
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return !deciding;
}
