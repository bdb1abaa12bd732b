import { CelEvaluationError, noSuchOverload } from './cel-error.ts';
import type { Compiled } from './compiled.ts';
import type { Evaluation } from './evaluation.ts';
import type { Run } from './function.ts';
import { BOOL } from './type.ts';

/** `||` and `&&`: one operand that decides is enough, whatever the others fail with. */
export function compileLogic(op: '&&' | '||', operands: readonly Compiled[]): Compiled {
  const deciding = op === '||';
  const runs = operands.map(({ run }) => run);
  return { type: BOOL, run: (evaluation) => decide(runs, deciding, evaluation, 0) };
}

function decide(runs: readonly Run[], deciding: boolean, evaluation: Evaluation, from: number): boolean {
  let at = from;
  try {
    for (; at < runs.length; at += 1) {
      const value = runs[at]?.(evaluation);
      if (value === deciding) return deciding;
      if (typeof value !== 'boolean') throw noSuchOverload(deciding ? '||' : '&&');
    }
    return !deciding;
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    if (at + 1 < runs.length && decide(runs, deciding, evaluation, at + 1) === deciding) return deciding;
    throw error;
  }
}
