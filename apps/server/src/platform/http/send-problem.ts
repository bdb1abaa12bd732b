import { PROBLEM_MEDIA_TYPE, type Problem } from '@tallyman/contract';
import type { FastifyReply } from 'fastify';
import { toProblem } from './problem.ts';

/** Answers with the problem document of an error. */
export function sendProblem(error: unknown, requestId: string, reply: FastifyReply): Problem {
  const { body, headers } = toProblem(error, requestId);
  reply.code(body.status).header('X-Request-Id', requestId).headers(headers).type(PROBLEM_MEDIA_TYPE);
  // A buffer, because the framework would add a charset, which this media type does not have.
  reply.send(Buffer.from(JSON.stringify(body)));
  return body;
}
