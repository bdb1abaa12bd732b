import type { Operation } from '@tallyman/contract';

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A request body with all required members. */
export function exampleBody({ body, consumes = 'application/json' }: Operation): string | undefined {
  if (!body || consumes !== 'application/json') return undefined;
  return JSON.stringify(exampleOf(body as Schema), null, 2);
}

function exampleOf(schema: Schema): unknown {
  const [first] = schema.anyOf ?? [];
  if (first) return exampleOf(first);
  const [given] = [schema.const, ...(schema.examples ?? []), ...(schema.enum ?? [])].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
    }
    case 'array':
      return [exampleOf(schema.items ?? {})];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return '…';
  }
}

/** The path with the required query parameters. */
export function examplePath({ path, query }: Operation): string {
  const { required = [] } = (query ?? {}) as Schema;
  return required.length > 0 ? `${path}?${required.map((name) => `${name}=…`).join('&')}` : path;
}

/** The request for a shell. `$URL` and `$KEY` are explained at the top of the page. */
export function curlExample(operation: Operation): string {
  const { method, access, consumes = 'application/json', document } = operation;
  const body = exampleBody(operation);
  const isForm = consumes === 'multipart/form-data';
  return [
    `curl${method === 'GET' || isForm ? '' : ` -X ${method}`} "$URL${examplePath(operation)}"`,
    ...(access.kind === 'public' ? [] : ['-H "X-Api-Key: $KEY"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${quote(body)}'`]),
    ...(isForm ? [`-F ${document ?? 'file'}=@document`] : []),
    ...(operation.body && !body && !isForm ? [`-H 'Content-Type: ${consumes}'`, "-d '…'"] : []),
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/** The same with the typed client. */
export function clientExample(operation: Operation): string {
  const parts = [
    ...(operation.params ? [`params: ${membersOf(operation.params as Schema)}`] : []),
    ...((operation.query as Schema | undefined)?.required?.length
      ? [`query: ${membersOf(operation.query as Schema)}`]
      : []),
    ...(operation.body ? [`body: ${exampleBody(operation) ?? '…'}`] : []),
  ];
  const input = parts.length > 0 ? `, { ${parts.join(', ')} }` : '';
  return `await client.call(${operation.id}${input}); // an operation of @tallyman/contract`;
}

function membersOf({ required = [] }: Schema): string {
  return `{ ${required.map((name) => `${name}: '…'`).join(', ')} }`;
}
