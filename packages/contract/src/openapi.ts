import type { TSchema } from 'typebox';
import type { Access } from './access.ts';
import { DEFAULT_BODY_BYTES, type Operation } from './operation.ts';
import { PagingQuery } from './paging-v1.ts';
import { PROBLEM_MEDIA_TYPE, Problem } from './problem-document.ts';

type Json = Record<string, unknown>;

interface OpenApiInfo {
  readonly version: string;
  readonly description?: string;
}

/** Returns the OpenAPI 3.1 document, built from the schemas that validate requests. */
export function toOpenApi(operations: readonly Operation[], info: OpenApiInfo): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation);
    paths[operation.path] = path;
  }
  return hoistTitledSchemas({
    openapi: '3.1.0',
    info: {
      title: `Tallyman (Server v${info.version})`,
      version: info.version,
      'x-server-version': info.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      ...(info.description ? { description: info.description } : {}),
    },
    paths,
    tags: [...new Set(operations.map((operation) => operation.tag))].sort().map((name) => ({ name })),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        session: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}

function describeOperation(operation: Operation): Json {
  const parameters = describeParameters(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, describeAccess(operation.access)].filter(Boolean).join('\n\n'),
    ...(operation.deprecated ? { deprecated: true } : {}),
    ...(operation.access.kind === 'public' ? {} : { security: [{ apiKey: [] }, { session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            ...describeBodyLimit(operation),
            content: describeContent(operation),
          },
        }
      : {}),
    responses: describeResponses(operation),
  };
}

/** Documents have separate limits, which the operator configures. */
function describeBodyLimit({ bodyBytes = DEFAULT_BODY_BYTES, document }: Operation): Json {
  return document === undefined ? { description: `At most ${bodyBytes} bytes.` } : {};
}

function describeContent({ consumes = 'application/json', documentTypes = [], body }: Operation): Json {
  const document = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries([[consumes, { schema: body }], ...documentTypes.map((type) => [type, document])]);
}

export function describeAccess(access: Access): string {
  if (access.kind === 'public') return 'Public.';
  if (access.kind === 'authenticated') return 'Needs authentication.';
  return `Needs one of the permissions ${access.permissions.join(', ')}.`;
}

function describeParameters(operation: Operation): Json[] {
  return [
    ...parametersOf('path', operation.params),
    ...parametersOf('query', operation.query),
    ...(operation.paged ? parametersOf('query', PagingQuery) : []),
  ];
}

function parametersOf(location: 'path' | 'query', schema: TSchema | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    schema: property,
  }));
}

function describeResponses(operation: Operation): Json {
  const responses: Record<string, Json> = {};
  for (const [status, schema] of Object.entries(operation.responses)) {
    responses[status] = {
      description: schema === null ? 'Success, without a body' : 'Done',
      ...(operation.paged && status === '200' ? { headers: pagingHeaders } : {}),
      ...(schema === null ? {} : { content: { [operation.produces ?? 'application/json']: { schema } } }),
    };
  }
  for (const status of problemStatuses(operation)) {
    responses[status] = { description: 'Refused', content: { [PROBLEM_MEDIA_TYPE]: { schema: Problem } } };
  }
  return responses;
}

const pagingHeaders = {
  'X-Total-Count': { description: 'Total number of rows', schema: { type: 'integer' } },
  Link: { description: 'The next page, rel="next"', schema: { type: 'string' } },
};

function problemStatuses(operation: Operation): number[] {
  const takesInput = operation.params ?? operation.query ?? operation.body;
  return [
    ...(takesInput ? [400] : []),
    ...(operation.access.kind === 'public' ? [] : [401]),
    ...(operation.access.kind === 'any-of' ? [403] : []),
    ...(operation.problems ?? []),
  ].filter((status, index, all) => all.indexOf(status) === index);
}

/** Schemas with a title become named components, so that generated clients have named types. */
function hoistTitledSchemas(document: Json): Json {
  const schemas: Record<string, unknown> = {};
  // Operations share most schemas.
  const done = new Map<object, unknown>();
  const hoist = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = done.get(value);
    if (known !== undefined) return known;
    const hoisted = Array.isArray(value) ? value.map(hoist) : hoistObject(value);
    done.set(value, hoisted);
    return hoisted;
  };
  const hoistObject = (value: object): unknown => {
    const hoisted = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hoist(member)]));
    const { title, type } = value as { title?: unknown; type?: unknown };
    if (typeof title !== 'string' || typeof type !== 'string') return hoisted;
    schemas[title] = hoisted;
    return { $ref: `#/components/schemas/${title}` };
  };
  const { components, ...rest } = document;
  const body = hoist(rest) as Json;
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...body, components: { ...(components as Json), schemas: sorted } };
}
