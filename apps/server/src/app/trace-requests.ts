import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StartedSpan, Tracer } from '../platform/telemetry/otlp/tracer.ts';

const SERVER_ERROR = 500;

/** Records a span for each request. The path and the query are not exported: they may contain secrets. */
export function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  const started = new WeakMap<FastifyRequest, StartedSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = tracer.start(typeof traceparent === 'string' ? traceparent : undefined);
    if (!span) return done();
    started.set(request, span);
    span.run(done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    started.get(request)?.end({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      },
      isError: reply.statusCode >= SERVER_ERROR,
    });
    done();
  });
}
