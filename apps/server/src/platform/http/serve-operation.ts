import type { Stream } from 'node:stream';
import {
  type AnswerOf,
  type BodyOf,
  DEFAULT_BODY_BYTES,
  type Operation,
  PagingQuery,
  type ParamsOf,
  type QueryOf,
} from '@tallyman/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, runAs } from '../db/actor.ts';
import { AppError } from '../errors.ts';
import type { ReceivedFile } from '../files/received-file.ts';
import { requirePrincipal } from './authentication.ts';
import { type Page, toPage } from './paging.ts';
import { type Principal, toTurnName } from './principal.ts';
import { routeWithDocument } from './receive-document.ts';
import type { DocumentDestination } from './received-body.ts';

/** The validated request. */
interface OperationRequest<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The document in the body, if the operation has one. Deleted after the response. */
  readonly document: ReceivedFile | undefined;
  /** Only for paged operations: the queries of others are not validated for paging. */
  readonly page: Page;
  /** Throws if a public operation was called without credentials. */
  readonly principal: Principal;
  readonly url: string;
  /** `performance.now()` at arrival. */
  readonly arrivedAt: number;
  readonly remoteAddress: string;
  readonly method: string;
  /** Host and port under which the service was addressed. */
  readonly host: string;
  readonly headers: FastifyRequest['headers'];
}

type OperationHandler<O extends Operation> = (
  request: OperationRequest<O>,
) => Promise<AnswerOf<O> | StreamResponse<O> | JsonResponse<O>>;

/** A response that is too large to build in memory. */
interface StreamResponse<O extends Operation> {
  readonly status: keyof O['responses'] & number;
  readonly stream: Stream;
  readonly headers?: Record<string, string>;
}

/** A response whose JSON exists already, for example in a cache. */
interface JsonResponse<O extends Operation> {
  readonly status: keyof O['responses'] & number;
  readonly json: string;
  readonly headers?: Record<string, string>;
}

interface ServeOptions {
  /** Runs before the body is read, and may refuse the request. */
  readonly beforeBody?: () => Promise<void>;
  /** Required for operations with a document. */
  readonly documents?: DocumentDestination;
  /** The handler limits its concurrency itself. */
  readonly limitsItself?: boolean;
}

/** Serves an operation of the contract with its schemas and its access rule. */
export function serve<O extends Operation>(
  server: FastifyInstance,
  operation: O,
  handler: NoInfer<OperationHandler<O>>,
  options: ServeOptions = {},
): void {
  const route: RouteOptions = {
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    schema: routeSchema(operation),
    // The limit of the server applies to all operations.
    bodyLimit: Math.min(
      operation.bodyBytes ?? DEFAULT_BODY_BYTES,
      server.initialConfig.bodyLimit ?? Infinity,
    ),
    ...(options.beforeBody ? { onRequest: options.beforeBody } : {}),
    ...(operation.consumes && !operation.document
      ? { preValidation: async (request) => requireMediaType(request, operation) }
      : {}),
    handler: async (request, reply) => {
      const call = () => handler(toOperationRequest(request, reply));
      const handle = operation.method === 'GET' ? call : () => runAs(toActor(request), call);
      const result = options.limitsItself
        ? handle()
        : server.operationTurns.run(operation, handle, toClientName(request));
      return answer(reply, operation, await result);
    },
  };
  const { document } = operation;
  if (document === undefined) server.route(route);
  else routeWithDocument(server, route, { ...operation, document }, requireDestination(options));
}

function requireDestination({ documents }: ServeOptions): DocumentDestination {
  if (!documents) throw new Error('An operation with a document needs the option `documents`.');
  return documents;
}

/** For operations that accept another media type than JSON. */
function requireMediaType(request: FastifyRequest, { consumes = '' }: Operation): void {
  const given = request.headers['content-type'] ?? '';
  if (given.toLowerCase().startsWith(consumes)) return;
  throw new AppError('unsupported-media-type', `Send the body as ${consumes}.`);
}

function routeSchema(operation: Operation): RouteOptions['schema'] {
  const responses = Object.entries(operation.responses).filter(([, schema]) => schema !== null);
  const isJson = operation.produces === undefined;
  return {
    ...(operation.params ? { params: operation.params } : {}),
    ...(operation.paged || operation.query ? { querystring: querySchema(operation) } : {}),
    ...(operation.body ? { body: bodySchema(operation.body, operation.document) } : {}),
    ...(isJson && responses.length > 0 ? { response: Object.fromEntries(responses) } : {}),
  };
}

/** The body is validated without the document. */
function bodySchema(body: object, document: string | undefined): object {
  if (document === undefined) return body;
  const { required = [], properties } = body as { required?: string[]; properties: Record<string, object> };
  const { [document]: _document, ...others } = properties;
  return { ...body, properties: others, required: required.filter((name) => name !== document) };
}

function querySchema(operation: Operation): object {
  const own = (operation.query ?? { properties: {}, required: [] }) as {
    properties: object;
    required?: string[];
  };
  if (!operation.paged) return operation.query ?? PagingQuery;
  return {
    type: 'object',
    properties: { ...PagingQuery.properties, ...own.properties },
    required: own.required ?? [],
  };
}

/** The caller, or the address of a request without credentials. */
function toClientName({ principal, ip }: FastifyRequest): string {
  return principal ? toTurnName(principal) : ip;
}

function toActor({ principal, ip }: FastifyRequest): Actor {
  if (!principal) return { kind: 'anonymous', address: ip };
  const { kind, name, publicId } = principal;
  return { kind, name: publicId === undefined ? name : `${name} (${publicId})`, address: ip };
}

function toOperationRequest<O extends Operation>(
  request: FastifyRequest,
  reply: FastifyReply,
): OperationRequest<O> {
  return {
    params: request.params as ParamsOf<O>,
    query: request.query as QueryOf<O>,
    body: request.body as BodyOf<O>,
    document: request.document,
    get page() {
      return toPage(request.query as PagingQuery);
    },
    get principal() {
      return requirePrincipal(request.principal);
    },
    url: request.url,
    arrivedAt: performance.now() - reply.elapsedTime,
    remoteAddress: request.ip,
    method: request.method,
    host: request.host,
    headers: request.headers,
  };
}

const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

interface AnyResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: Stream;
  readonly json?: string;
  readonly headers?: Record<string, string>;
}

function answer(reply: FastifyReply, operation: Operation, result: AnyResponse): FastifyReply {
  reply.code(result.status);
  if (result.headers) reply.headers(result.headers);
  if (operation.deprecated) reply.header('X-API-Deprecated', 'true');
  if (operation.produces && !result.headers?.['Content-Type']) reply.type(operation.produces);
  if (result.json !== undefined) reply.type(JSON_MEDIA_TYPE);
  return reply.send(result.stream ?? result.json ?? result.body);
}
