import { PROBLEM_MEDIA_TYPE, type Problem } from '@tallyman/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { toProblem } from './problem.ts';

/** Sends the problem document of an error, or its plain text if the client does not accept problem documents. */
export function sendProblem(error: unknown, requestId: string, reply: FastifyReply): Problem {
  const { body, headers } = toProblem(error, requestId);
  reply.code(body.status).header('X-Request-Id', requestId).headers(headers);
  const plainText = error instanceof AppError ? error.extras.plainText : undefined;
  if (plainText !== undefined && !acceptsProblems(reply.request.headers.accept)) {
    reply.type('text/plain; charset=utf-8').send(plainText);
    return body;
  }
  reply.type(PROBLEM_MEDIA_TYPE);
  // A buffer: to a string the framework would add a charset, which this media type does not have.
  reply.send(Buffer.from(JSON.stringify(body)));
  return body;
}

/** Wildcards do not count: clients that send them compare the plain text. */
function acceptsProblems(accept = ''): boolean {
  return accept.toLowerCase().includes(PROBLEM_MEDIA_TYPE);
}
