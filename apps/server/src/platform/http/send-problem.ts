import { PROBLEM_MEDIA_TYPE, type Problem } from '@tallyman/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { toProblem } from './problem.ts';

/** Answers with the problem document of an error, or with its plain text when the client did not ask for one. */
export function sendProblem(error: unknown, requestId: string, reply: FastifyReply): Problem {
  const { body, headers } = toProblem(error, requestId);
  reply.code(body.status).header('X-Request-Id', requestId).headers(headers);
  const plainText = error instanceof AppError ? error.extras.plainText : undefined;
  if (plainText !== undefined && !asksForProblems(reply.request.headers.accept)) {
    reply.type('text/plain; charset=utf-8').send(plainText);
    return body;
  }
  reply.type(PROBLEM_MEDIA_TYPE);
  // A buffer, because the framework would add a charset, which this media type does not have.
  reply.send(Buffer.from(JSON.stringify(body)));
  return body;
}

/** Wildcards do not count: clients that send them, such as browsers and curl, compare the text word for word. */
function asksForProblems(accept = ''): boolean {
  return accept.toLowerCase().includes(PROBLEM_MEDIA_TYPE);
}
