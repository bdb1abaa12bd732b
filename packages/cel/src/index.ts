export type { Expr } from './ast.ts';
export { callsIn } from './calls-in.ts';
export {
  CelEvaluationError,
  CelLimitError,
  CelSyntaxError,
  evaluationError,
  type Issue,
} from './cel-error.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { DEFAULT_LIMITS, type Evaluation, type Limits } from './evaluation.ts';
export { func, method, type Overload } from './function.ts';
export type { FieldDeclaration, MessageDeclaration } from './message.ts';
export { type Narrowing, narrow } from './narrow.ts';
export { dottedName } from './parse.ts';
export { compilePattern, type Pattern } from './pattern.ts';
export { estimatePatternSize } from './pattern-size.ts';
export { type CompileOptions, compile, type Program } from './program.ts';
export {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  describeType,
  INT,
  listOf,
  mapOf,
  messageType,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from './type.ts';
export { CelMap, Duration, isMessage, Timestamp, TypeValue, Uint } from './value.ts';
