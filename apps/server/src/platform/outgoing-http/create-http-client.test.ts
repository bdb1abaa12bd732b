import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loopbackCertificate } from '../../../test/support/loopback-certificate.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { createHttpClient, type HttpClientOptions } from './create-http-client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

interface Served {
  readonly url: string;
  readonly requests: IncomingMessage[];
}

const serve = (handler: Handler) => serveBy('http', (listener) => http.createServer(listener), handler);
const serveSecurely = (handler: Handler) =>
  serveBy('https', (listener) => https.createServer(loopbackCertificate, listener), handler);

async function serveBy(
  protocol: string,
  create: (listener: http.RequestListener) => http.Server | https.Server,
  handler: Handler,
): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const server = create((request, response) => {
    requests.push(request);
    handler(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function client(options: Partial<HttpClientOptions> = {}) {
  const retries = { limit: 3, firstDelayMs: 1, maxDelayMs: 2_000 };
  const created = createHttpClient({ userAgent: 'test', connectTimeoutMs: 5_000, retries, ...options });
  onTestFinished(() => created.close());
  return created;
}

const read = (url: string) => ({ url, maxBytes: 1_000 });

describe('an outgoing request', () => {
  it.each([429, 500, 502, 503])('is retried after status %s', async (status) => {
    const { url, requests } = await serve((_, response, count) => {
      response.writeHead(count < 3 ? status : 200).end('fine');
    });
    expect((await client().readText(read(url))).text).toBe('fine');
    expect(requests).toHaveLength(3);
  });

  it('waits as long as Retry-After demands', async () => {
    const times: number[] = [];
    const { url } = await serve((_, response, count) => {
      times.push(performance.now());
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '1' }).end();
    });
    await client().readText(read(url));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  it('is not retried after status 404, and the error names neither query nor credentials', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(404).end());
    const secret = url.replace('http://', 'http://user:word@');
    const failed = client().readText(read(`${secret}/thing?key=word`));
    await expect(failed).rejects.toThrow(`${url}/thing answered with status 404.`);
    expect(requests).toHaveLength(1);
  });

  it('fails after the last retry', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(500).end());
    await expect(client().readText(read(url))).rejects.toThrow('status 500');
    expect(requests).toHaveLength(4);
  });

  it('fails when the server falls silent', async () => {
    const { url } = await serve((_, response) => void response.write('half'));
    const settings = { idleTimeoutMs: 50, retries: { limit: 1, firstDelayMs: 1, maxDelayMs: 1 } };
    await expect(client(settings).readText(read(url))).rejects.toThrow(/^The request to .* failed: /);
  });

  it('rejects a body above the limit, or truncates it', async () => {
    const { url } = await serve((_, response) => void response.end('x'.repeat(2_000)));
    await expect(client().readText(read(url))).rejects.toThrow('larger than the 1000 bytes');
    expect((await client().readText({ ...read(url), truncate: true })).text).toBe('x'.repeat(1_000));
  });

  it('stops when its signal aborts', async () => {
    const { url } = await serve(() => {});
    const reading = client().readText({ ...read(url), signal: AbortSignal.timeout(30) });
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('follows redirects, but sends headers that may hold credentials only to the first origin', async () => {
    const target = await serve((_, response) => void response.end('there'));
    const { url } = await serve(
      (_, response) => void response.writeHead(302, { location: target.url }).end(),
    );
    const headers = { Authorization: 'secret', 'X-Api-Key': 'secret', Accept: 'text/csv' };
    const response = await client().readText({ ...read(url), headers });
    expect(response.text).toBe('there');
    const sent = target.requests[0]?.headers;
    expect(sent).toMatchObject({ accept: 'text/csv', 'user-agent': 'test' });
    expect(JSON.stringify(sent)).not.toContain('secret');
  });

  it('sends credentials of the URL, unless a header has others', async () => {
    const { url, requests } = await serve((_, response) => void response.end());
    const withCredentials = `${url.replace('http://', 'http://us%40er:p%25w@')}/`;
    await client().readText(read(withCredentials));
    await client().readText({ ...read(withCredentials), headers: { Authorization: 'Bearer b' } });
    const basic = `Basic ${Buffer.from('us@er:p%w').toString('base64')}`;
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([basic, 'Bearer b']);
  });

  it.each([
    [303, 'GET', ''],
    [307, 'POST', 'content'],
    [308, 'POST', 'content'],
  ])('after a redirect with %s is a %s', async (status, method, content) => {
    const received: string[] = [];
    const { url } = await serve(async (request, response, count) => {
      const body = await text(request);
      received.push(`${request.method} ${body}`);
      if (count === 1) response.writeHead(status, { location: '/second' });
      response.end();
    });
    await client().readText({ ...read(url), method: 'POST', body: 'content' });
    expect(received).toEqual(['POST content', `${method} ${content}`]);
  });

  it('follows as many redirects as allowed, then fails with the status of the last', async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(302, { location: '/again' }).end();
    });
    await expect(client({ maxRedirects: 3 }).readText(read(url))).rejects.toThrow('status 302');
    expect(requests).toHaveLength(4);
  });

  it('fails at its deadline, however busy the server seems', async () => {
    const { url } = await serve((_, response) => {
      const writing = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(writing));
    });
    const retries = { limit: 0, firstDelayMs: 0, maxDelayMs: 0 };
    const reading = client({ timeoutMs: 200, retries }).readText({ url, maxBytes: 1_000_000 });
    await expect(reading).rejects.toThrow(/^The request to .* failed: /);
  });

  it('cannot be sent with a header that holds a line break, and is not retried', async () => {
    const { url, requests } = await serve((_, response) => void response.end());
    const sent = client().readText({ ...read(url), headers: { 'x-name': 'a\r\nb' } });
    await expect(sent).rejects.toThrow('cannot be requested');
    expect(requests).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'http://[', 'gopher://127.0.0.1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const { url } = await serve((_, response) => void response.writeHead(302, { location }).end());
      await expect(client().readText(read(url))).rejects.toThrow('answered with status 302');
    },
  );

  it('does not follow a redirect from HTTPS to HTTP; one to HTTPS is followed', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, loopbackCertificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const open = await serve((_, response) => void response.end('anybody'));
    const redirectTo = (location: string): Handler => {
      return (_, response) => void response.writeHead(302, { location }).end();
    };
    const downgrading = await serveSecurely(redirectTo(`${open.url}/records?token=secret`));
    const failure = client().readText(read(`${downgrading.url}/all.zip`));
    await expect(failure).rejects.toThrow(
      `${downgrading.url}/all.zip redirects to ${open.url}/records. Redirects from HTTPS to HTTP are not followed.`,
    );
    expect(downgrading.requests).toHaveLength(1);
    expect(open.requests).toHaveLength(0);

    const secured = await serveSecurely((_, response) => void response.end('there'));
    for (const from of [await serveSecurely(redirectTo(secured.url)), await serve(redirectTo(secured.url))]) {
      expect((await client().readText(read(from.url))).text).toBe('there');
    }
  });

  it('uses the proxy, except for excluded hosts', async () => {
    const proxy = await serve((_, response) => void response.end('by proxy'));
    const direct = await serve((_, response) => void response.end('direct'));
    const settings = { host: '127.0.0.1', port: Number(new URL(proxy.url).port), exclusions: [] };
    const proxied = client({ proxy: { ...settings, username: 'u', password: 'p w' } });
    expect((await proxied.readText(read(`${direct.url}/a`))).text).toBe('by proxy');
    expect(proxy.requests[0]?.url).toBe(`${direct.url}/a`);
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('u:p w').toString('base64')}`,
    );
    const excluded = client({ proxy: { ...settings, exclusions: ['127.0.0.1'] } });
    expect((await excluded.readText(read(direct.url))).text).toBe('direct');
  });
});

describe('a download', () => {
  const content = randomBytes(400_000);

  function sendPart(request: IncomingMessage, response: ServerResponse, cutAt?: number): void {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: '"1"' });
    if (cutAt === undefined) response.end(rest);
    // Bytes that were not read before the connection closes are lost.
    else response.write(rest.subarray(0, cutAt), () => setTimeout(() => response.socket?.end(), 100));
  }

  it('resumes where the connection was lost', async () => {
    const { url, requests } = await serve((request, response, count) =>
      sendPart(request, response, count < 3 ? 100_000 : undefined),
    );
    const directory = await temporaryDirectory();
    const downloaded = await client().download({ url, directory, maxBytes: 1_000_000 });
    expect(await readFile(downloaded?.file.path ?? '')).toEqual(content);
    expect(downloaded?.file.size).toBe(content.length);
    const continued = requests.filter(({ headers }) => headers.range !== undefined);
    expect(continued.length).toBeGreaterThan(0);
    expect(continued.every(({ headers }) => headers['if-range'] === '"1"')).toBe(true);
    expect(downloaded?.validators).toEqual({ etag: '"1"' });
  });

  it('returns undefined if the file has not changed', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(304).end());
    const directory = await temporaryDirectory();
    const known = { etag: '"1"' };
    expect(await client().download({ url, directory, maxBytes: 10, known })).toBeUndefined();
    expect(requests[0]?.headers['if-none-match']).toBe('"1"');
    expect(await readdir(directory)).toEqual([]);
  });

  it('leaves no file behind when it fails or is too large', async () => {
    const { url } = await serve((request, response) => sendPart(request, response, 10));
    const directory = await temporaryDirectory();
    await expect(client().download({ url, directory, maxBytes: 1_000_000 })).rejects.toThrow(
      /^The request to .* failed: /,
    );
    await expect(client().download({ url, directory, maxBytes: 5 })).rejects.toThrow('larger than');
    expect(await readdir(directory)).toEqual([]);
  });
});
