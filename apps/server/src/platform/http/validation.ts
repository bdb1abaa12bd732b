import { Ajv, type ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { AppError } from '../errors.ts';

/** Text of a URL is coerced to what the schema wants; the JSON of a body must already be of the right type. */
const ajvForUrl = new Ajv({
  coerceTypes: 'array',
  removeAdditional: false,
  allErrors: true,
  strict: false,
  verbose: true,
});
const ajvForBody = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  allErrors: true,
  strict: false,
  verbose: true,
});

/** A hostile body can be wrong in a million places; nobody reads more than this. */
const MOST_ERRORS = 50;

interface RouteSchema {
  readonly schema: object;
  readonly httpPart?: string;
}

/** Validator compiler for the HTTP framework. */
export function compileValidator({ schema, httpPart }: RouteSchema) {
  const validate = (httpPart === 'body' ? ajvForBody : ajvForUrl).compile(schema);
  const root = httpPart === 'querystring' ? 'query' : (httpPart ?? 'request');
  return (data: unknown): { value: unknown } | { error: Error } => {
    if (validate(data)) return { value: data };
    return { error: invalidRequest(root, validate.errors ?? []) };
  };
}

function invalidRequest(root: string, errors: readonly ErrorObject[]): AppError {
  const fields = errors.slice(0, MOST_ERRORS).map((error) => toFieldError(root, error));
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
  const { allowedValues } = error.params as { allowedValues?: unknown[] };
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`;
  const { description } = (error.parentSchema ?? {}) as { description?: string };
  if (error.keyword === 'pattern')
    return description ? `is no valid ${description}` : 'has characters or a form that are not allowed';
  return error.message ?? 'is invalid';
}
