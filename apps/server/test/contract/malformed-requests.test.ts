import { allOperations, type Operation } from '@tallyman/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';

/** Bad input gets a clear problem document; it never makes the service fail. */
describe('Malformed requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.http.max-body-bytes': '200000' });
  });
  afterAll(() => service.close());

  const json = { 'Content-Type': 'application/json' };
  const takesBody = allOperations.filter((operation) => operation.body);
  const takesParams = allOperations.filter((operation) => operation.params);
  const takesQuery = allOperations.filter((operation) => operation.query ?? operation.paged);
  const named = (operations: readonly Operation[]) =>
    operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

  async function send(
    operation: Operation,
    options: { path?: string; body?: string; headers?: Record<string, string> },
  ) {
    // Signing the administrator out would end the test early.
    const token = operation.id === 'logout' ? undefined : service.adminToken;
    const path = options.path ?? pathOf(operation);
    const answer = await service.request(operation.method, path, { ...options, ...(token ? { token } : {}) });
    expectNoFailure(answer, `${operation.method} ${path} ${options.body?.slice(0, 80) ?? ''}`);
    return answer;
  }

  const badBodies = [
    '{',
    'null',
    '7',
    '"text"',
    '[]',
    '[[[]]]',
    '{"a":',
    '\u0000',
    '{"uuid":"\\u0000"}',
    'true',
    '{}',
    '[null]',
  ];

  it.each(named(takesBody))('%s refuses bodies that are not what it asks for', async (_name, operation) => {
    for (const body of badBodies) {
      const answer = await send(operation, { body, headers: json });
      if (['{', '{"a":', '\u0000'].includes(body)) expect(answer.status).toBe(400);
    }
  });

  it.each(named(takesBody))('%s refuses members of every wrong type', async (_name, operation) => {
    const members = Object.keys((operation.body as { properties?: object }).properties ?? {});
    for (const wrong of [
      null,
      -1,
      1.5,
      1e308,
      true,
      'x\u0000y',
      '',
      ' ',
      [],
      [[]],
      {},
      { a: { b: [] } },
      'x'.repeat(5000),
    ]) {
      const body = JSON.stringify(Object.fromEntries(members.map((member) => [member, wrong])));
      await send(operation, { body, headers: json });
    }
  });

  it.each(named(takesBody))('%s refuses a huge body with 413', async (_name, operation) => {
    const headers = { 'Content-Type': operation.consumes ?? 'application/json' };
    const answer = await send(operation, { body: JSON.stringify({ name: 'x'.repeat(300_000) }), headers });
    expect(answer.status).toBe(413);
  });

  it.each(named(takesBody))('%s refuses other content types with 415', async (_name, operation) => {
    const headers = { 'Content-Type': 'application/x-unknown' };
    expect((await send(operation, { body: 'x', headers })).status).toBe(415);
  });

  const badSegments = [
    'x',
    '-',
    '%20',
    '%00',
    '%2e%2e%2f',
    "'",
    '%F0%9F%92%A9',
    '0'.repeat(300),
    '..%2f..%2fetc',
    'null',
    '%25',
  ];

  it.each(named(takesParams))('%s survives path segments of every kind', async (_name, operation) => {
    for (const segment of badSegments) {
      await send(operation, { path: operation.path.replaceAll(/\{\w+\}/g, segment) });
    }
  });

  const badQueries = [
    'pageNumber=-1&pageSize=0',
    'offset=99999999999999999999&limit=99999999999999999999',
    'page=x&size=y',
    'sortName=;drop&sortOrder=asc',
    'sortName=__proto__&sortOrder=desc',
    'searchText=%25_%5C%00',
    'searchText=%25_%5C',
    'searchText=a&searchText=b',
    'name=a&name=b&uuid=x',
    'excludeInactive=maybe&onlyRoot=7',
    '%E0%A4%A=1',
    '&&&==&',
  ];

  it.each(named(takesQuery))('%s survives queries of every kind', async (_name, operation) => {
    for (const query of badQueries) await send(operation, { path: `${pathOf(operation)}?${query}` });
  });

  it('no operation fails on arbitrary JSON', async () => {
    const anyBody = fc.tuple(fc.constantFrom(...takesBody), fc.json({ maxDepth: 3 }));
    await fc.assert(
      fc.asyncProperty(anyBody, async ([operation, body]) => {
        await send(operation, { body, headers: json });
      }),
      { numRuns: 300, seed: 42 },
    );
  });
});

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f');
}

function expectNoFailure(answer: TestAnswer, request: string): void {
  expect(answer.status, `${request} → ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.headers.get('content-type'), request).toBe('application/problem+json');
  expect(answer.body, request).toMatchObject({
    status: answer.status,
    title: expect.any(String),
    detail: expect.any(String),
  });
}
