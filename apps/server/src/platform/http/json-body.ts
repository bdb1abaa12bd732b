import { isUtf8 } from 'node:buffer';
import { DEFAULT_BODY_BYTES } from '@tallyman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { checkJsonShape, DEFAULT_MEMBERS, LARGE_MEMBERS } from '../json/check-json-shape.ts';
import { coerceScalars } from './coerce-scalars.ts';

/**
 * Parses bodies of application/json and application/*+json. An empty body is accepted (clients send the header on POST
 * and DELETE without a body). Members that would pollute prototypes are refused.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  const parse = createParser(server);
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json/,
    { parseAs: 'buffer' },
    (request, body, done) => parse(request, body as Buffer, done),
  );
}

/** The same for bytes that were received in another way. */
export function parseJsonBytes(
  server: FastifyInstance,
  request: FastifyRequest,
  bytes: Buffer,
): Promise<unknown> {
  const parse = createParser(server);
  return new Promise((resolve, reject) => {
    parse(request, bytes, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

type Done = (error: Error | null, value?: unknown) => void;

function createParser(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new AppError('invalid', 'The body is not valid UTF-8.'));
    try {
      checkJsonShape(bytes, maxMembers(request));
    } catch (error) {
      return done(error as AppError);
    }
    const text = bytes.toString();
    void parse(request, text, (error, value) => {
      if (error)
        return done(new AppError('invalid', 'The body is not valid JSON, or has members named __proto__.'));
      if (SUSPICIOUS.test(text) && hasUnstorableText(value)) return done(unstorable());
      done(null, lenient(request, value, text));
    });
  };
}

/** Operations that accept large bodies also accept long lists. */
function maxMembers(request: FastifyRequest): number {
  const { bodyBytes = DEFAULT_BODY_BYTES } = request.routeOptions.config.operation ?? {};
  return bodyBytes > DEFAULT_BODY_BYTES ? LARGE_MEMBERS : DEFAULT_MEMBERS;
}

/** v1 has clients that were written against a lenient parser; v2 is strict. */
function lenient(request: FastifyRequest, value: unknown, text: string): unknown {
  const { operation } = request.routeOptions.config;
  if (!operation?.body || !operation.path.startsWith('/api/v1/')) return value;
  return coerceScalars(operation.body, value, text);
}

/** Escapes of NUL and of surrogates. */
const SUSPICIOUS = /\\u(0000|[dD][89a-fA-F])/;

/** PostgreSQL stores neither NUL nor halves of surrogate pairs. */
export function unstorable(): AppError {
  return new AppError(
    'invalid',
    'The request contains a NUL character (\\u0000, %00) or half of a surrogate pair, which cannot be stored.',
  );
}

/** Without recursion: a hostile body may be nested deeper than the stack. */
function hasUnstorableText(body: unknown): boolean {
  const waiting = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) waiting.push(name, member);
  }
  return false;
}
