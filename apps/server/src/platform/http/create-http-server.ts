import compress from '@fastify/compress';
import cors from '@fastify/cors';
import formBody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '../errors.ts';
import { newRandomUuid } from '../ids.ts';
import type { Log } from '../log/create-log.ts';
import { type Authenticate, guard } from './authentication.ts';
import { answerClientError } from './client-error.ts';
import { parseJsonBodies, unstorable } from './json-body.ts';
import { OperationTurns } from './operation-turns.ts';
import { parseQuery } from './query.ts';
import { sendProblem } from './send-problem.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

export interface HttpServerOptions {
  readonly log: Log;
  readonly authenticate: Authenticate;
  /** Value of `X-Powered-By`. */
  readonly poweredBy: string;
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  readonly requestTimeoutMs: number;
  readonly trustedProxies: readonly string[];
  readonly cors: CorsOptions;
  /** Database connections that requests share. */
  readonly connections: number;
  /** Whether this node is about to stop: connections are closed after their next response. */
  readonly isDraining?: () => boolean;
  /** Path under which a reverse proxy serves this node, without a trailing slash. */
  readonly basePath: string;
  /** Serves paths that are not operations, such as pages of the web interface. Returns false for unknown paths. */
  readonly answerPage?: ((request: FastifyRequest, reply: FastifyReply) => boolean) | undefined;
  /** Called for every error of a request, expected or not. */
  readonly onError?: (error: unknown) => void;
  /** Called after every response, for metrics. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
}

interface CorsOptions {
  readonly enabled: boolean;
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly credentials: boolean;
  readonly maxAgeSeconds: number;
}

export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Long enough for a project name of 255 characters, percent-encoded. */
const MAX_PARAMETER_LENGTH = 4096;

/** The HTTP server without routes: limits, security headers, errors and access log. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: options.log as FastifyInstance['log'],
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.maxBodyBytes,
    requestTimeout: options.requestTimeoutMs,
    http: { maxHeaderSize: options.maxHeaderBytes },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // The framework's 503 is no problem document; `refuseWhileClosing` answers instead.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
    },
    rewriteUrl: (request) => withoutBasePath(request.url ?? '/', options.basePath),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  });
  server.decorate('operationTurns', new OperationTurns(options.connections));
  server.setValidatorCompiler(compileValidator);
  server.setSerializerCompiler(compileSerializer);
  parseJsonBodies(server);
  await server.register(formBody);
  await secure(server, options);
  await server.register(compress, { threshold: 1024, encodings: ['gzip', 'identity'] });
  addHooks(server, options);
  server.setErrorHandler(refuse);
  server.setNotFoundHandler((request, reply) => {
    if (options.answerPage?.(request, reply)) return;
    refuse(new AppError('not-found', `Not found: ${request.method} ${pathOf(request)}.`), request, reply);
  });
  return server;
}

/** A reverse proxy may or may not remove the base path. */
function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** Keeps the caller's id if it is harmless, so that a request can be traced through several systems. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._\-=+]{16,192}$/.test(given) ? given : newRandomUuid();
}

async function secure(server: FastifyInstance, options: HttpServerOptions): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        frameAncestors: ["'none'"],
      },
      useDefaults: false,
    },
    hsts: false,
  });
  if (!options.cors.enabled) return;
  const { origins, methods, headers, exposedHeaders, credentials, maxAgeSeconds } = options.cors;
  await server.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: [...methods],
    allowedHeaders: [...headers],
    exposedHeaders: [...exposedHeaders],
    credentials,
    maxAge: maxAgeSeconds,
    // Also answer OPTIONS requests that are not preflights.
    strictPreflight: false,
  });
}

function addHooks(server: FastifyInstance, options: HttpServerOptions): void {
  server.decorateRequest('principal', undefined);
  server.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' || route.config?.operation) return;
    throw new Error(`Route ${route.method} ${route.url} is served without an operation of the contract.`);
  });
  refuseWhileClosing(server, options.isDraining);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Powered-By', options.poweredBy);
    reply.header('Cache-Control', 'private, max-age=0, must-revalidate, no-cache');
    if (request.url.includes('%00')) throw unstorable();
    await guard(request, options.authenticate);
  });
  server.addHook('onError', async (_request, _reply, error) => options.onError?.(error));
  server.addHook('onResponse', async (request, reply) => {
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    };
    options.onAnswered?.(answered);
    if (options.log.isLevelEnabled('info')) request.log.info(accessEntry(request, answered), 'request');
  });
}

/**
 * Refuses requests that arrive on open connections after the listener was closed. While the node drains, connections are
 * closed after their next response, so that clients reconnect to another node.
 */
function refuseWhileClosing(server: FastifyInstance, isDraining: () => boolean = () => false): void {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onRequest', async () => {
    if (closing) throw stopping();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing || isDraining()) reply.header('Connection', 'close');
  });
}

function stopping(): AppError {
  return new AppError('unavailable', 'This node is stopping. Nothing was changed; send the request again.', {
    headers: { 'Retry-After': '1' },
  });
}

/** Without query string and headers: both may contain secrets. */
function accessEntry(request: FastifyRequest, answered: AnsweredRequest): object {
  return {
    method: answered.method,
    path: pathOf(request),
    status: answered.status,
    ms: Math.round(answered.seconds * 1000),
    from: request.ip,
    by: request.principal?.name,
  };
}

/** The length of the secret part of an API key, which may occur in a path. */
const LONG_RUN = /(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}){27,}/g;

function pathOf(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? request.url).replaceAll(LONG_RUN, '***');
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (isTooLarge(error)) dropBody(request, reply);
  const { status } = sendProblem(isTooLarge(error) ? tooLarge(request) : error, request.id, reply);
  if (status === 503 || status === 507)
    request.log.warn(`A request could not be served: ${(error as Error).message}`);
  else if (status >= 500) request.log.error({ err: error }, 'A request failed');
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function tooLarge(request: FastifyRequest): AppError {
  const limit = request.routeOptions.bodyLimit;
  return new AppError('too-large', `The body is larger than the ${limit} bytes that this operation takes.`);
}

/** The connection of a longer body is closed, even if the client misses the response. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;

/** The framework would close the connection while the client is still sending, and the response would be lost. */
function dropBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!(Number(request.headers['content-length']) <= MAX_DROPPED_BYTES)) return;
  reply.removeHeader('connection');
  request.raw.resume();
}
