import { AUTHENTICATED, operation } from '@tallyman/contract';
import Type from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { type Answer, answerJson, startLoopbackServer } from '../test/loopback-server.ts';
import {
  type CallInput,
  type ClientOptions,
  ConnectionError,
  createClient,
  InvalidRequestError,
  ProblemError,
} from './index.ts';

const described = { access: AUTHENTICATED, tag: 'test', summary: 'For tests' };
const Thing = Type.Object({ name: Type.String() });

const getThing = operation({
  ...described,
  id: 'getThing',
  method: 'GET',
  path: '/api/thing/{group}/{name}',
  params: Type.Object({ group: Type.String(), name: Type.String() }),
  query: Type.Object({
    tag: Type.Optional(Type.Array(Type.String())),
    deep: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: Thing, 304: null },
});
const listThings = operation({
  ...described,
  id: 'listThings',
  method: 'GET',
  path: '/api/thing',
  paged: true,
  query: Type.Object({ kind: Type.Optional(Type.String()) }),
  responses: { 200: Type.Array(Thing) },
});
const createThing = operation({
  ...described,
  id: 'createThing',
  method: 'PUT',
  path: '/api/thing',
  body: Thing,
  responses: { 201: Thing, 204: null },
});
const signIn = operation({
  ...described,
  id: 'signIn',
  method: 'POST',
  path: '/api/login',
  consumes: 'application/x-www-form-urlencoded',
  produces: 'text/plain',
  body: Type.Object({ username: Type.String(), password: Type.String() }),
  responses: { 200: Type.String() },
});

async function serve(answer: Answer, options: Omit<ClientOptions, 'baseUrl'> = {}) {
  const server = await startLoopbackServer(answer);
  return { ...server, client: createClient({ baseUrl: server.url, ...options }) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const params = { group: 'a', name: 'b' };

test('path parameters are encoded, absent query values omitted and lists repeated', async () => {
  await using server = await serve((_, response) => answerJson(response, 200, { name: 'b' }));
  const input = { params: { group: 'a/b ?#', name: 'ü:1.0' }, query: { tag: ['x y', '&'], deep: true } };
  await server.client.call(getThing, input);
  await server.client.call(getThing, { params, query: { tag: undefined } });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/thing/a%2Fb%20%3F%23/%C3%BC%3A1.0?tag=x+y&tag=%26&deep=true',
    '/api/thing/a/b',
  ]);
});

test.each(['', '.', '..'])('a path parameter that would change the path is refused: "%s"', async (name) => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' });
  await expect(client.call(getThing, { params: { group: 'a', name } })).rejects.toThrow(InvalidRequestError);
});

test('a response is typed by the statuses that its operation declares', async () => {
  await using server = await serve((_, response) =>
    answerJson(response, 200, { name: 'b' }, { 'X-Request-Id': 'r-1' }),
  );
  const answer = await server.client.call(getThing, { params });
  expectTypeOf(answer.status).toEqualTypeOf<200 | 304>();
  if (answer.status !== 200) throw new Error('expected the thing');
  expectTypeOf(answer.body).toEqualTypeOf<{ name: string }>();
  expect(answer).toMatchObject({ status: 200, body: { name: 'b' }, headers: { 'x-request-id': 'r-1' } });
});

test('input that an operation requires is required by the type', () => {
  type Nothing = Record<never, never>;
  expectTypeOf<Nothing>().toExtend<CallInput<typeof listThings>>();
  expectTypeOf<Nothing>().not.toExtend<CallInput<typeof createThing>>();
  expectTypeOf<{ params: { group: string } }>().not.toExtend<CallInput<typeof getThing>>();
  expectTypeOf<{ params: { group: string; name: string } }>().toExtend<CallInput<typeof getThing>>();
});

test('responses without a body (204, 304) are not failures', async () => {
  await using server = await serve((request, response) =>
    response.writeHead(request.method === 'GET' ? 304 : 204).end(),
  );
  expect(await server.client.call(getThing, { params })).toMatchObject({ status: 304 });
  const created = await server.client.call(createThing, { body: { name: 'b' } });
  expect(created.status).toBe(204);
  expect(created).not.toHaveProperty('body');
});

test('a JSON body is sent as JSON, with the credentials and the name of the caller', async () => {
  const options = { token: 'secret-token', apiKey: 'tly_key', userAgent: 'test/1' };
  await using server = await serve(
    (request, response) => answerJson(response, 201, JSON.parse(request.body)),
    options,
  );
  const answer = await server.client.call(createThing, { body: { name: 'täg' } });
  expect(answer).toMatchObject({ status: 201, body: { name: 'täg' } });
  expect(server.seen[0]).toMatchObject({
    method: 'PUT',
    headers: {
      accept: 'application/json, application/problem+json',
      'content-type': 'application/json',
      authorization: 'Bearer secret-token',
      'x-api-key': 'tly_key',
      'user-agent': 'test/1',
    },
  });
});

test('sign-in sends a form and reads the token as plain text', async () => {
  await using server = await serve((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('the-token'),
  );
  const answer = await server.client.call(signIn, { body: { username: 'a&b', password: 'c=d é' } });
  expect(answer.body).toBe('the-token');
  expect(server.seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body))).toEqual({
    username: 'a&b',
    password: 'c=d é',
  });
});

test('the path of the base address is kept', async () => {
  await using server = await serve((_, response) => answerJson(response, 200, []));
  await createClient({ baseUrl: `${server.url}/tallyman/` }).call(listThings);
  expect(server.seen[0]?.url).toBe('/tallyman/api/thing');
});

test('a refusal becomes a ProblemError with all members of the problem document', async () => {
  const problem = {
    type: '/problems/conflict',
    title: 'Conflict',
    status: 409,
    detail: 'A thing of that name exists.',
    errors: [{ path: 'body/name', message: 'is taken' }],
    teamUuid: 'u-1',
  };
  await using server = await serve((_, response) =>
    answerJson(response, 409, problem, { 'X-Request-Id': 'r-2', 'Retry-After': '7' }),
  );
  const error = await server.client
    .call(createThing, { body: { name: 'b' } })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({
    message: 'A thing of that name exists.',
    status: 409,
    title: 'Conflict',
    errors: [{ path: 'body/name', message: 'is taken' }],
    requestId: 'r-2',
    retryAfterSeconds: 7,
    problem: { teamUuid: 'u-1', type: '/problems/conflict' },
  });
});

test('a success status that the operation does not declare is a ProblemError too', async () => {
  await using server = await serve((_, response) => response.writeHead(202).end());
  await expect(server.client.call(getThing, { params })).rejects.toMatchObject({
    name: 'ProblemError',
    status: 202,
  });
});

test('a response of another server asks to check the address', async () => {
  await using proxy = await serve((_, response) =>
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  );
  await expect(proxy.client.call(listThings)).rejects.toMatchObject({ status: 502, title: 'Bad Gateway' });
  await expect(proxy.client.call(listThings)).rejects.toThrow(/Check the address/);
  await using site = await serve((_, response) => response.end('<!doctype html>'));
  await expect(site.client.call(listThings)).rejects.toThrow(ConnectionError);
});

test('credentials are not sent to a redirect target', async () => {
  await using other = await serve((_, response) => answerJson(response, 200, []));
  const moved: Answer = (_, response) =>
    response.writeHead(301, { Location: `${other.url}/api/thing` }).end();
  await using server = await serve(moved, { apiKey: 'tly_key' });
  await expect(server.client.call(listThings)).rejects.toThrow(
    `The service has moved to ${other.url}/api/thing`,
  );
  expect(other.seen).toEqual([]);
});

test('a list is read page by page on demand', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  await using server = await serve(({ url }, response) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const offset = Number(searchParams.get('offset'));
    const page = names.slice(offset, offset + Number(searchParams.get('limit')));
    answerJson(response, 200, page, { 'X-Total-Count': names.length });
  });
  const pages = await collect(server.client.pages(listThings, { query: { kind: 'k' }, pageSize: 2 }));
  expect(pages.map(({ rows }) => rows.map(({ name }) => name))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(pages[0]?.total).toBe(5);
  expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual([
    'kind=k&offset=0&limit=2',
    'kind=k&offset=2&limit=2',
    'kind=k&offset=4&limit=2',
  ]);
  for await (const { rows } of server.client.pages(listThings, { pageSize: 1 })) {
    expect(rows).toEqual([{ name: 'a' }]);
    break;
  }
  expect(server.seen).toHaveLength(4);
});

test('a list without a total count ends with the first incomplete page', async () => {
  await using server = await serve((_, response) => answerJson(response, 200, [{ name: 'a' }]));
  expect(await collect(server.client.pages(listThings))).toEqual([
    { rows: [{ name: 'a' }], total: undefined },
  ]);
});

test('a list that shrinks while it is read ends', async () => {
  await using server = await serve(({ url }, response) =>
    answerJson(response, 200, url.includes('offset=0') ? [{ name: 'a' }] : [], { 'X-Total-Count': 9 }),
  );
  expect(await collect(server.client.pages(listThings, { pageSize: 1 }))).toHaveLength(2);
});

test('a refused connection is a ConnectionError that says what to do', async () => {
  const { url, ...server } = await startLoopbackServer(() => {});
  await server[Symbol.asyncDispose]();
  const error = await createClient({ baseUrl: url })
    .call(listThings)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain(`${url}: the connection was refused. Is the service running there?`);
});

test('a connection that breaks before or during a response is a ConnectionError', async () => {
  await using silent = await serve((_, response) => response.destroy());
  await expect(silent.client.call(listThings)).rejects.toThrow(ConnectionError);
  await using torn = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('[');
    setImmediate(() => response.destroy());
  });
  await expect(torn.client.call(listThings)).rejects.toThrow(ConnectionError);
});

test('a service without TLS is distinguished from one that is down', async () => {
  await using server = await serve(() => {});
  const client = createClient({ baseUrl: server.url.replace('http:', 'https:') });
  await expect(client.call(listThings)).rejects.toThrow('Use http:// instead of https://');
});

test('a timeout is a ConnectionError', async () => {
  await using server = await serve(() => {}, { timeoutMs: 50 });
  await expect(server.client.call(listThings)).rejects.toThrow('no response within 0.05 s');
});

test('an aborted call rejects with the reason of the caller', async () => {
  const controller = new AbortController();
  await using server = await serve(() => controller.abort(new Error('enough')), { timeoutMs: 10_000 });
  await expect(server.client.call(listThings, { signal: controller.signal })).rejects.toThrow('enough');
});

test.each(['nonsense', 'ftp://host', '/relative', 'http://user:hidden@host'])(
  'an invalid service address is refused: %s',
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(InvalidRequestError);
    expect(() => createClient({ baseUrl })).not.toThrow(/hidden/);
  },
);

test('an invalid token is refused by a message that does not contain it', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', token: 'se\ncret' });
  const error = await client.call(listThings).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(String(error)).not.toContain('cret');
});
