import {
  BOOL,
  CelEvaluationError,
  CelLimitError,
  CelSyntaxError,
  compile,
  type Program,
} from '@tallyman/cel';
import type { Notification } from '@tallyman/contract/notification';
import { BoundedMap } from '../../../../platform/bounded-map.ts';
import { AppError } from '../../../../platform/errors.ts';
import { notificationEnvironment, toFilterVariables } from './notification-environment.ts';

export interface FilterResult {
  readonly passes: boolean;
  /** Why the filter could not be evaluated. Then nothing is sent. */
  readonly error?: string;
  /** Whether the evaluation exceeded its limits. */
  readonly isStopped?: boolean;
}

const compiled = new BoundedMap<string, Program>(256);

export function evaluateFilter(filter: string, notification: Notification): FilterResult {
  try {
    return { passes: compileFilter(filter).evaluate(toFilterVariables(notification)) === true };
  } catch (error) {
    if (isFilterError(error))
      return { passes: false, error: error.message, isStopped: error instanceof CelLimitError };
    throw error;
  }
}

function isFilterError(error: unknown): error is Error {
  return (
    error instanceof CelEvaluationError || error instanceof CelLimitError || error instanceof CelSyntaxError
  );
}

function compileFilter(filter: string): Program {
  const known = compiled.get(filter);
  if (known) return known;
  const program = compile(notificationEnvironment, filter, { result: BOOL });
  compiled.set(filter, program);
  return program;
}

/** Throws if the filter does not compile, with the position of every error. */
export function requireFilter(filter: string): void {
  try {
    compileFilter(filter);
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    throw new AppError('invalid', 'Filter expression is invalid', { members: { errors: error.issues } });
  }
}
