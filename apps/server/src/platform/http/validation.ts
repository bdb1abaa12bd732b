import { Ajv, type ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { AppError } from '../errors.ts';

/** Values of a URL are coerced to the types of the schema; those of a body are not. */
const options = { removeAdditional: false, strict: false, verbose: true } as const;
const ajvForUrl = new Ajv({ ...options, coerceTypes: 'array', allErrors: true });
const ajvForBody = new Ajv(options);
const ajvForAllErrors = new Ajv({ ...options, allErrors: true });

/** Errors that are reported at most. */
const MAX_ERRORS = 50;

/** A hostile body can have a million errors: in a body with more members only the first one is reported. */
const MAX_MEMBERS = 2_000;

interface RouteSchema {
  readonly schema: object;
  readonly httpPart?: string;
}

/**
 * Validator compiler for the HTTP framework. Compiles at the first request: all validators together would take tens of
 * megabytes, and most nodes need few of them.
 */
export function compileValidator({ schema, httpPart }: RouteSchema) {
  const ajv = httpPart === 'body' ? ajvForBody : ajvForUrl;
  const root = httpPart === 'querystring' ? 'query' : (httpPart ?? 'request');
  return (data: unknown): { value: unknown } | { error: Error } => {
    // ajv caches the validator by its schema.
    const validate = ajv.compile(schema);
    if (validate(data)) return { value: data };
    const all = httpPart === 'body' && isSmall(data) ? allErrors(schema, data) : validate.errors;
    return { error: invalidRequest(root, all ?? []) };
  };
}

function allErrors(schema: object, data: unknown): ErrorObject[] | null | undefined {
  const validate = ajvForAllErrors.compile(schema);
  validate(data);
  return validate.errors;
}

function isSmall(data: unknown): boolean {
  const waiting = [data];
  for (let seen = 0; waiting.length > 0; seen++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (seen + waiting.length + members.length > MAX_MEMBERS) return false;
    waiting.push(...members);
  }
  return true;
}

function invalidRequest(root: string, errors: readonly ErrorObject[]): AppError {
  const fields = errors.slice(0, MAX_ERRORS).map((error) => toFieldError(root, error));
  const first = fields[0];
  const summary = first ? ` ${first.path} ${first.message}` : '';
  return new AppError(
    'invalid',
    `The request could not be processed because it failed validation:${summary}.`,
    {
      errors: fields,
    },
  );
}

function toFieldError(root: string, error: ErrorObject): FieldError {
  const { missingProperty } = error.params as { missingProperty?: string };
  const pointer = `${root}${error.instancePath}${missingProperty ? `/${missingProperty}` : ''}`;
  return { path: pointer, message: missingProperty ? 'is required' : describe(error) };
}

function describe(error: ErrorObject): string {
  const { allowedValues, type } = error.params as { allowedValues?: unknown[]; type?: string | string[] };
  if (allowedValues) return `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`;
  if (error.keyword === 'type')
    return `must be ${[type]
      .flat()
      .filter((name) => name !== 'null')
      .join(' or ')}`;
  const { description } = (error.parentSchema ?? {}) as { description?: string };
  if (error.keyword === 'pattern')
    return description ? `is not a valid ${description}` : 'has an invalid format';
  return error.message ?? 'is invalid';
}
