import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * JSON bodies, for application/json and its relatives. No body at all is fine even when the header announces
 * JSON (clients do that on POST and DELETE); names that would poison prototypes are refused.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  const parse = createParser(server);
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/,
    { parseAs: 'string' },
    (request, body, done) => parse(request, body as string, done),
  );
}

/** The same for text that came another way. */
export function parseJsonText(
  server: FastifyInstance,
  request: FastifyRequest,
  text: string,
): Promise<unknown> {
  const parse = createParser(server);
  return new Promise((resolve, reject) => {
    parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

type Done = (error: Error | null, value?: unknown) => void;

function createParser(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, text: string, done: Done) => {
    if (text.length === 0) return done(null, undefined);
    parse(request, text, (error, value) => {
      if (error) return done(new AppError('invalid', `The body is no valid JSON: ${error.message}`));
      if (text.includes('\\u0000') && holdsNul(value)) return done(nulRefused());
      done(null, value);
    });
  };
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
