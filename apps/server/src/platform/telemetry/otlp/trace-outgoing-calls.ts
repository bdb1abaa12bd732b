import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { StartedSpan, Tracer } from './tracer.ts';

/** What undici publishes of a request. Its path may contain secrets, and is not exported. */
interface PublishedRequest {
  readonly origin?: string | URL;
  readonly method: string;
}

const SERVER_ERROR = 400;

/** Records a span for each request of undici, which sends all outgoing calls. Returns a function that stops it. */
export function traceOutgoingCalls(tracer: Tracer): () => void {
  const started = new WeakMap<object, StartedSpan>();
  const end = (request: PublishedRequest, status: number | undefined) => {
    const span = started.get(request);
    started.delete(request);
    span?.end({
      name: request.method,
      kind: 'client',
      attributes: {
        'http.request.method': request.method,
        'server.address': URL.parse(String(request.origin))?.hostname ?? 'unknown',
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
      },
      isError: status === undefined || status >= SERVER_ERROR,
    });
  };
  const channels = {
    'undici:request:create': (message: unknown) => {
      const { request } = message as { request: PublishedRequest };
      const span = tracer.start();
      if (span) started.set(request, span);
    },
    'undici:request:headers': (message: unknown) => {
      const { request, response } = message as {
        request: PublishedRequest;
        response: { statusCode: number };
      };
      end(request, response.statusCode);
    },
    'undici:request:error': (message: unknown) =>
      end((message as { request: PublishedRequest }).request, undefined),
  };
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener);
  };
}
