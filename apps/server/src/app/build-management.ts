import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import type { Health, Probe } from '../platform/health/health.ts';
import { sendProblem } from '../platform/http/send-problem.ts';
import { newRandomUuid } from '../platform/ids.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';

interface ManagementOptions {
  readonly health: Health;
  readonly telemetry: Telemetry;
  readonly metrics: {
    readonly enabled: boolean;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
}

const PROBES: Record<string, Probe | undefined> = {
  '/health': undefined,
  '/health/live': 'live',
  '/health/ready': 'ready',
  '/health/started': 'started',
};

/** Health and metrics, on a separate port that is available before everything else. */
export function buildManagement({ health, telemetry, metrics }: ManagementOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    forceCloseConnections: true,
    genReqId: newRandomUuid,
    routerOptions: { ignoreTrailingSlash: true },
  });
  server.setErrorHandler((error, request, reply) => void sendProblem(error, request.id, reply));
  server.setNotFoundHandler((request, reply) =>
    sendProblem(
      new AppError('not-found', 'Use /health, /health/live, /health/ready, /health/started or /metrics.'),
      request.id,
      reply,
    ),
  );
  for (const [path, probe] of Object.entries(PROBES)) {
    server.get(path, async (_request, reply) => {
      const report = await health.report(probe);
      return reply.code(report.status === 'DOWN' ? 503 : 200).send(report);
    });
  }
  if (metrics.enabled) {
    server.get('/metrics', async (request, reply) => {
      requireCredentials(request.headers.authorization, metrics);
      return reply.type(telemetry.registry.contentType).send(await telemetry.registry.metrics());
    });
  }
  return server;
}

function requireCredentials(
  header: string | undefined,
  { username, password }: ManagementOptions['metrics'],
): void {
  if (!username && !password) return;
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`,
  );
  const given = Buffer.from(header ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new AppError(
    'unauthenticated',
    'The metrics require a user name and a password (svc.metrics.auth.*).',
    {
      headers: { 'WWW-Authenticate': 'Basic realm="metrics"' },
    },
  );
}
