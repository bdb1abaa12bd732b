import { BOOL, CelSyntaxError, compile, type Environment, type Issue, type Program } from '@tallyman/cel';

export type CompiledExpression =
  | { readonly program: Program; readonly issues?: undefined }
  | { readonly program?: undefined; readonly issues: readonly Issue[] };

/** Compiles a condition. Returns its errors, with line and column, instead of throwing. */
export function compileExpression(environment: Environment, source: string): CompiledExpression {
  try {
    return { program: compile(environment, source, { result: BOOL }) };
  } catch (error) {
    if (error instanceof CelSyntaxError) return { issues: error.issues };
    throw error;
  }
}
