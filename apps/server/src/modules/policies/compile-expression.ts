import { BOOL, CelSyntaxError, compile, type Environment, type Issue, type Program } from '@tallyman/cel';

export type CompiledExpression =
  | { readonly program: Program; readonly issues?: undefined }
  | { readonly program?: undefined; readonly issues: readonly Issue[] };

/** Reads and checks a condition; what is wrong with it is data, with line and column. */
export function compileExpression(environment: Environment, source: string): CompiledExpression {
  try {
    return { program: compile(environment, source, { result: BOOL }) };
  } catch (error) {
    if (error instanceof CelSyntaxError) return { issues: error.issues };
    throw error;
  }
}
