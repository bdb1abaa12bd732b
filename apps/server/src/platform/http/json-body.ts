import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * JSON bodies, for application/json and its relatives. No body at all is fine even when the header announces
 * JSON (clients do that on POST and DELETE); names that would poison prototypes are refused.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/,
    { parseAs: 'string' },
    (request, body, done) => {
      const text = body as string;
      if (text.length === 0) return done(null, undefined);
      parse(request, text, (error, value) => {
        if (error) return done(new AppError('invalid', `The body is no valid JSON: ${error.message}`));
        if (text.includes('\\u0000') && holdsNul(value)) return done(nulRefused());
        done(null, value);
      });
    },
  );
}

/** PostgreSQL stores no NUL character, and nobody means to send one. */
export function nulRefused(): AppError {
  return new AppError(
    'invalid',
    'The request contains a NUL character (\\u0000, %00), which cannot be stored.',
  );
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes('\0') || holdsNul(member));
}
