import { connect } from 'node:net';
import { allOperations, DEFAULT_BODY_BYTES } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../support/access-rules.ts';
import { nest } from '../support/sample-of.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let powerless: string;
beforeAll(async () => {
  service = await startTestService();
  powerless = await apiKeyWith(service, []);
});
afterAll(() => service.close());

const headers = { 'Content-Type': 'application/json' };

describe('Bodies are limited before they are parsed', () => {
  it('refuses 9 MB of nested JSON with 413 and names the limit', async () => {
    const body = nest('arrays', 4_500_000);
    const answer = await service.request('POST', '/api/v1/user/self', { apiKey: powerless, body, headers });
    expect(answer.status).toBe(413);
    expect(answer.body.detail).toContain(String(DEFAULT_BODY_BYTES));
  });

  it('refuses deep nesting with 400, even in a short body', async () => {
    for (const kind of ['arrays', 'objects'] as const) {
      const request = { apiKey: powerless, body: nest(kind, 100), headers };
      const answer = await service.request('POST', '/api/v1/user/self', request);
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain('nested more than 64 levels');
    }
  });

  it('refuses deep nesting in a body with a document too', async () => {
    const body = `{"bom":"e30=","projectName":${nest('arrays', 100)}}`;
    const answer = await service.request('PUT', '/api/v1/bom', { token: service.adminToken, body, headers });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('64 levels')]);
  });

  it('refuses too many members with 400 where large bodies are allowed', async () => {
    const body = `{"name":"x","other":[${'0,'.repeat(250_000)}0]}`;
    const request = { token: service.adminToken, body, headers };
    const answer = await service.request('PUT', '/api/v1/project', request);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('200000 members')]);
  });

  it('refuses more than 10,000 members where only small bodies are allowed', async () => {
    const request = { apiKey: powerless, body: `[${'0,'.repeat(20_000)}0]`, headers };
    const answer = await service.request('POST', '/api/v1/user/self', request);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('10000 members')]);
  });

  it('accepts a large body where the contract allows it', async () => {
    const licenseText = 'x'.repeat(900_000);
    const license = { name: 'Long', licenseId: 'Long', licenseText, standardLicenseTemplate: licenseText };
    expect((await service.asAdmin('PUT', '/api/v1/license', license)).status).toBe(201);
  });

  it('refuses a chunked body when it exceeds the limit', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(64 * 1024, 0x5b));
      },
    });
    const sent = fetch(`${service.baseUrl}/api/v1/user/self`, {
      method: 'POST',
      headers: { ...headers, 'X-Api-Key': powerless },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    // The connection is closed; whether the client still reads the answer is up to it.
    const status = await sent.then((response) => response.status).catch(() => 413);
    expect(status).toBe(413);
  });
});

describe('A caller without permission is refused before the body is read', () => {
  it.each([
    ['without credentials', '', 401],
    ['without the permission', 'key', 403],
  ])('%s: the response arrives before the body was sent', async (_name, kind, status) => {
    const credentials = kind === 'key' ? `X-Api-Key: ${powerless}\r\n` : '';
    const answer = await answerToHead(
      `PUT /api/v1/license HTTP/1.1\r\nHost: x\r\n${credentials}` +
        'Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{',
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('OpenAPI names the largest body of every operation', () => {
  it('names the limit of each', async () => {
    const { body } = await service.request('GET', '/api/openapi.json');
    for (const operation of allOperations.filter((one) => one.body && !one.document)) {
      const described = body.paths[operation.path][operation.method.toLowerCase()];
      const bytes = operation.bodyBytes ?? DEFAULT_BODY_BYTES;
      expect(described.requestBody.description, operation.id).toBe(`At most ${bytes} bytes.`);
    }
  });
});

/** The first bytes of the answer to a request whose body never comes. */
function answerToHead(head: string): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.once('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
