import { STATUS_CODES } from 'node:http';
import type { Problem } from '@tallyman/contract';
import { isDatabaseBusy, isDatabaseFull, isDatabaseUnavailable } from '../db/database-errors.ts';
import { AppError, type ErrorKind } from '../errors.ts';

const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'not-acceptable': 406,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  unavailable: 503,
  'insufficient-storage': 507,
};

interface ProblemResponse {
  readonly body: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** The problem document of an error (RFC 9457). The only place where errors are mapped to HTTP. */
export function toProblem(error: unknown, requestId: string): ProblemResponse {
  const instance = `urn:request:${requestId}`;
  if (error instanceof AppError) return fromAppError(error, instance);
  const status = clientErrorStatus(error);
  if (status !== undefined)
    return { body: plainProblem(status, messageForClient(error), instance), headers: {} };
  if (isDatabaseUnavailable(error)) return databaseUnavailable(instance);
  if (isDatabaseBusy(error)) return databaseBusy(instance);
  if (isDatabaseFull(error)) return databaseFull(instance);
  const detail = `Something went wrong on our side. Tell your administrator the request id ${requestId}.`;
  return { body: plainProblem(500, detail, instance), headers: {} };
}

function databaseUnavailable(instance: string): ProblemResponse {
  const detail = 'The database cannot be reached at the moment. Nothing was changed; try again shortly.';
  return { body: plainProblem(503, detail, instance), headers: { 'Retry-After': '5' } };
}

function databaseBusy(instance: string): ProblemResponse {
  const detail = 'The database is busy with other requests. Nothing was changed; try again shortly.';
  return { body: plainProblem(503, detail, instance), headers: { 'Retry-After': '5' } };
}

function databaseFull(instance: string): ProblemResponse {
  const detail = 'The disk of the database is full. Nothing was changed; inform your administrator.';
  return { body: plainProblem(507, detail, instance), headers: { 'Retry-After': '60' } };
}

function fromAppError(error: AppError, instance: string): ProblemResponse {
  const { title, type, errors, headers, members } = error.extras;
  const problem = plainProblem(STATUS_OF[error.kind], error.message, instance);
  return {
    body: {
      ...members,
      ...problem,
      ...(title ? { title } : {}),
      ...(type ? { type } : {}),
      ...(errors ? { errors: [...errors] } : {}),
    },
    headers: headers ?? {},
  };
}

function plainProblem(status: number, detail: string, instance: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, instance };
}

/** The HTTP framework rejects malformed requests with errors that have a 4xx status. */
function clientErrorStatus(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown })?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

function messageForClient(error: unknown): string {
  if ((error as { code?: unknown }).code === 'FST_ERR_BAD_URL')
    return 'The percent-encoding of the path is invalid.';
  return error instanceof Error ? error.message : 'The request could not be understood.';
}
