export { callsIn } from './calls-in.ts';
export {
  CelEvaluationError,
  CelLimitError,
  CelSyntaxError,
  evaluationError,
  type Issue,
} from './cel-error.ts';
export { Environment } from './environment.ts';
export type { Evaluation } from './evaluation.ts';
export { func, method, type Overload } from './function.ts';
export type { FieldDeclaration, MessageDeclaration } from './message.ts';
export { type Narrowing, narrow } from './narrow.ts';
export { compilePattern, type Pattern } from './pattern.ts';
export { estimatePatternSize } from './pattern-size.ts';
export { compile, type Program } from './program.ts';
export {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  INT,
  listOf,
  mapOf,
  messageType,
  STRING,
  TIMESTAMP,
  type Type,
} from './type.ts';
export { CelMap, Timestamp } from './value.ts';
