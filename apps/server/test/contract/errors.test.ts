import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ 'svc.http.max-body-bytes': '100000' });
});
afterAll(() => service.close());

function expectProblem(answer: TestAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({ status, type: expect.any(String), title: expect.any(String) });
  expect(answer.body.detail).toEqual(expect.any(String));
  expect(answer.body.instance).toBe(`urn:request:${answer.headers.get('x-request-id')}`);
}

describe('Every 4xx is a problem document (RFC 9457)', () => {
  it('401 without a token', async () => {
    const answer = await service.request('GET', '/api/v1/project');
    expectProblem(answer, 401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('401 with a bad token', async () => {
    expectProblem(await service.request('GET', '/api/v1/project', { token: 'x'.repeat(43) }), 401);
  });

  it('401 with a bad API key', async () => {
    expectProblem(
      await service.request('GET', '/api/v1/project', { apiKey: `tly_aaaaaaaa_${'b'.repeat(32)}` }),
      401,
    );
  });

  it('404 for a path that does not exist', async () => {
    expectProblem(await service.asAdmin('GET', '/api/v1/nothing-here'), 404);
  });

  it('404 for an unknown project', async () => {
    expectProblem(await service.asAdmin('GET', '/api/v1/project/0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f'), 404);
  });

  it('400 for an invalid UUID, naming the parameter', async () => {
    const answer = await service.asAdmin('GET', '/api/v1/project/not-a-uuid');
    expectProblem(answer, 400);
    expect(answer.body.errors).toEqual([{ path: 'params/uuid', message: 'is not a valid UUID' }]);
  });

  it('400 for a body that is not JSON', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.request('PUT', '/api/v1/project', {
      token: service.adminToken,
      body: '{"name":',
      headers,
    });
    expectProblem(answer, 400);
    expect(answer.body.detail).toContain('not valid JSON');
  });

  it('400 for a body that is missing', async () => {
    const answer = await service.asAdmin('PUT', '/api/v1/project');
    expectProblem(answer, 400);
  });

  it('400 for a body of the wrong type, listing every error with its path', async () => {
    const answer = await service.asAdmin('PUT', '/api/v1/project', { name: {}, version: [], tags: 'x' });
    expectProblem(answer, 400);
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'body/name',
      'body/tags',
      'body/version',
    ]);
  });

  it('400 for members that would pollute prototypes', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"name":"x","__proto__":{"admin":true}}';
    expectProblem(
      await service.request('PUT', '/api/v1/project', { token: service.adminToken, body, headers }),
      400,
    );
  });

  it.each(['"\\ud800"', '"a\\udc00b"', '"\\u0000"'])(
    '400 for text that cannot be stored: %s',
    async (text) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = `{"name":"x","authors":[{"name":${text}}]}`;
      const answer = await service.request('PUT', '/api/v1/project', {
        token: service.adminToken,
        body,
        headers,
      });
      expectProblem(answer, 400);
      expect(answer.body.detail).toContain('cannot be stored');
    },
  );

  it('400 for a body that is nested too deeply', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = `{"name":"\\u0000","x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    expectProblem(
      await service.request('PUT', '/api/v1/project', { token: service.adminToken, body, headers }),
      400,
    );
  });

  it('400 that names only the first error of a body with very many errors', async () => {
    const tags = Array.from({ length: 20_000 }, () => 1);
    const answer = await service.asAdmin('PUT', '/api/v1/project', { name: 'x', tags });
    expectProblem(answer, 400);
    expect(answer.body.errors).toHaveLength(1);
  });

  it('answers an OPTIONS request that is no preflight', async () => {
    expect((await service.request('OPTIONS', '/api/v1/project')).status).toBeLessThan(500);
  });

  it('413 for a body that is too large', async () => {
    expectProblem(await service.asAdmin('PUT', '/api/v1/project', { name: 'x'.repeat(200_000) }), 413);
  });

  it('415 for an unsupported content type', async () => {
    const headers = { 'Content-Type': 'application/x-tar' };
    expectProblem(
      await service.request('PUT', '/api/v1/project', { token: service.adminToken, body: 'x', headers }),
      415,
    );
  });

  it('400 for invalid percent-encoding', async () => {
    expectProblem(await service.asAdmin('GET', '/api/v1/project/latest/%E0%A4%A'), 400);
  });

  it('431 for headers that are too large', async () => {
    const text = await raw(`GET /api/version HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain('application/problem+json');
  });

  it('400 for bytes that are not HTTP', async () => {
    const text = await raw('\u0000\u0001 nonsense\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"title":"Bad Request"');
  });
});

describe('Request ids', () => {
  it('a harmless id of the caller is kept', async () => {
    const headers = { 'X-Request-Id': 'build-4711.attempt-2' };
    const answer = await service.request('GET', '/api/version', { headers });
    expect(answer.headers.get('x-request-id')).toBe('build-4711.attempt-2');
  });

  it('any other id is replaced by a new one', async () => {
    const answer = await service.request('GET', '/api/version', { headers: { 'X-Request-Id': 'short' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('Headers of every answer', () => {
  it('forbid caching, framing, sniffing and foreign content', async () => {
    const { headers } = await service.request('GET', '/api/version');
    expect(headers.get('cache-control')).toBe('private, max-age=0, must-revalidate, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('let browsers of other origins read totals', async () => {
    const { headers } = await service.request('GET', '/api/version', {
      headers: { Origin: 'https://ui.example.com' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('X-Total-Count');
  });

  it('answer preflights without authentication', async () => {
    const headers = { Origin: 'https://ui.example.com', 'Access-Control-Request-Method': 'PUT' };
    const answer = await service.request('OPTIONS', '/api/v1/project', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-max-age')).toBe('3600');
  });

  it('compress large bodies', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    expect(
      (await service.request('GET', '/api/openapi.json', { headers })).headers.get('content-encoding'),
    ).toBe('gzip');
    expect(
      (await service.request('GET', '/api/version', { headers })).headers.get('content-encoding'),
    ).toBeNull();
  });
});

function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    socket.write(text);
  });
}
