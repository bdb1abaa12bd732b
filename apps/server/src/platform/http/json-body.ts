import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * JSON bodies, for application/json and its relatives. No body at all is fine even when the header announces
 * JSON (clients do that on POST and DELETE); names that would poison prototypes are refused.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(/^application\/([\w.-]+\+)?json/, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body as string, (error, value) => {
      if (error) return done(new AppError('invalid', `The body is no valid JSON: ${error.message}`));
      done(null, value);
    });
  });
}
