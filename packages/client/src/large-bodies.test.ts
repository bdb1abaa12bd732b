import { openAsBlob } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { AUTHENTICATED, operation } from '@tallyman/contract';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { type Answer, answerJson, startLoopbackServer } from '../test/loopback-server.ts';
import { type ClientOptions, ConnectionError, createClient } from './index.ts';

const described = { access: AUTHENTICATED, tag: 'test', summary: 'For tests' };
const Thing = Type.Object({ name: Type.String() });

const sendThing = operation({
  ...described,
  id: 'sendThing',
  method: 'POST',
  path: '/api/thing',
  consumes: 'multipart/form-data',
  body: Type.Object({ name: Type.String(), file: Type.String() }),
  responses: { 200: Thing },
});
const exportThing = operation({
  ...described,
  id: 'exportThing',
  method: 'GET',
  path: '/api/thing/export',
  produces: 'text/plain',
  responses: { 200: Type.String() },
});

async function serve(answer: Answer, options: Omit<ClientOptions, 'baseUrl'> = {}) {
  const server = await startLoopbackServer(answer);
  return { ...server, client: createClient({ baseUrl: server.url, ...options }) };
}

test('a form with a file is streamed from disk, with progress', async () => {
  const content = 'x'.repeat(300_000);
  const file = join(await mkdtemp(join(tmpdir(), 'client-')), 'thing.json');
  await writeFile(file, content);
  await using server = await serve((_, response) => answerJson(response, 200, { name: 'b' }));
  const body = new FormData();
  body.set('name', 'ü');
  body.set('file', await openAsBlob(file), 'thing.json');
  const progress: number[] = [];
  await server.client.call(sendThing, { body });
  await server.client.call(sendThing, { body, onSent: (bytes) => progress.push(bytes) });
  for (const seen of server.seen) {
    const sent = await new Response(seen.body, {
      headers: { 'Content-Type': seen.headers['content-type'] ?? '' },
    }).formData();
    expect(sent.get('name')).toBe('ü');
    expect(await (sent.get('file') as File).text()).toBe(content);
  }
  expect(Number(server.seen[0]?.headers['content-length'])).toBeGreaterThan(content.length);
  expect(progress.length).toBeGreaterThan(1);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBeGreaterThan(content.length);
});

test('a refusal that arrives before the whole form is sent is reported to the caller', async () => {
  const refuse = createServer((_, response) =>
    answerJson(response, 401, { title: 'Unauthorized', detail: 'Sign in.' }),
  );
  await new Promise<void>((resolve) => refuse.listen(0, '127.0.0.1', resolve));
  const client = createClient({ baseUrl: `http://127.0.0.1:${(refuse.address() as AddressInfo).port}` });
  const body = new FormData();
  body.set('file', new Blob(['x'.repeat(5_000_000)]));
  await expect(client.call(sendThing, { body })).rejects.toMatchObject({ name: 'ProblemError', status: 401 });
  await expect(client.call(sendThing, { body, onSent: () => {} })).rejects.toMatchObject({ status: 401 });
  refuse.closeAllConnections();
  refuse.close();
});

test('a download is streamed with backpressure', async () => {
  let written = 0;
  await using server = await serve((_, response) => {
    const piece = Buffer.alloc(65_536, 'x');
    const write = () => {
      while (written < 64 * 1024 * 1024) {
        written += piece.length;
        if (!response.write(piece)) return response.once('drain', write);
      }
      response.end();
    };
    response.writeHead(200, { 'Content-Type': 'text/plain', 'X-Request-Id': 'r-3' });
    write();
  });
  const { headers, body } = await server.client.download(exportThing);
  expect(headers['x-request-id']).toBe('r-3');
  let read = 0;
  for await (const piece of body) {
    read += piece.length;
    if (read > 1024 * 1024) break;
  }
  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test('a refused download is a ProblemError, an interrupted one a ConnectionError', async () => {
  await using refusing = await serve((_, response) => answerJson(response, 404, { title: 'Not Found' }));
  await expect(refusing.client.download(exportThing)).rejects.toMatchObject({
    name: 'ProblemError',
    status: 404,
  });
  await using torn = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half');
    setImmediate(() => response.destroy());
  });
  const { body } = await torn.client.download(exportThing);
  await expect(buffer(body)).rejects.toThrow(ConnectionError);
});

test('the timeout of a download ends with the response headers; a caller may change or disable it', async () => {
  // A busy machine needs longer for the headers.
  const timeoutMs = 100 * Math.ceil(Number(process.env.TALLYMAN_TEST_TIMEOUT_FACTOR ?? 1));
  const slow: Answer = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write('first');
    setTimeout(() => response.end('last'), 3 * timeoutMs);
  };
  await using server = await serve(slow, { timeoutMs });
  const { body } = await server.client.download(exportThing);
  expect(await text(body)).toBe('firstlast');
  await expect(server.client.call(exportThing)).rejects.toThrow(`no response within ${timeoutMs / 1000} s`);
  expect((await server.client.call(exportThing, { timeoutMs: null })).body).toBe('firstlast');
});
