import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, type Problem } from '@tallyman/contract';

const REASONS: Record<string, { status: number; title: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'The request headers are larger than allowed (svc.http.max-header-bytes).',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    detail: 'The request did not arrive in time (svc.http.request-timeout-ms).',
  },
};

const MALFORMED = { status: 400, title: 'Bad Request', detail: 'This is not a valid HTTP request.' };

/** Answers requests that are too malformed for any route with a problem document. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const reason = REASONS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ type: 'about:blank', ...reason } satisfies Problem);
  socket.end(
    `HTTP/1.1 ${reason.status} ${reason.title}\r\nContent-Type: ${PROBLEM_MEDIA_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
