import { AppError } from '../errors.ts';

export function invalidQuery(parameter: string, message: string): AppError {
  return new AppError('invalid', `The query parameter ${parameter} ${message}.`, {
    title: 'Invalid query parameter',
    errors: [{ path: `query/${parameter}`, message }],
  });
}
