import {
  BOOL,
  CelEvaluationError,
  CelLimitError,
  CelSyntaxError,
  compile,
  type Program,
} from '@tallyman/cel';
import type { Notification } from '@tallyman/contract/notification';
import { AppError } from '../../../platform/errors.ts';
import { notificationEnvironment, toFilterVariables } from './notification-environment.ts';

export interface Judgement {
  readonly passes: boolean;
  /** Why the filter could not be evaluated: then nothing is sent. */
  readonly error?: string;
  /** The evaluation was stopped because it takes too much. */
  readonly isStopped?: boolean;
}

const KEPT = 256;
const compiled = new Map<string, Program>();

/** Whether a filter lets a notification pass. */
export function judgeFilter(filter: string, notification: Notification): Judgement {
  try {
    return { passes: compileFilter(filter).evaluate(toFilterVariables(notification)) === true };
  } catch (error) {
    if (isOfFilter(error))
      return { passes: false, error: error.message, isStopped: error instanceof CelLimitError };
    throw error;
  }
}

function isOfFilter(error: unknown): error is Error {
  return (
    error instanceof CelEvaluationError || error instanceof CelLimitError || error instanceof CelSyntaxError
  );
}

function compileFilter(filter: string): Program {
  const known = compiled.get(filter);
  if (known) return known;
  const program = compile(notificationEnvironment, filter, { result: BOOL });
  if (compiled.size >= KEPT) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(filter, program);
  return program;
}

/** Refuses a filter that is none, with the place of every error. */
export function requireFilter(filter: string): void {
  try {
    compileFilter(filter);
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    throw new AppError('invalid', 'Filter expression is invalid', { members: { errors: error.issues } });
  }
}
