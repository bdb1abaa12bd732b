import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loopbackCertificate } from '../../../test/support/loopback-certificate.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { createHttpClient, type HttpClientSettings } from './create-http-client.ts';

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

function client(settings: Partial<HttpClientSettings> = {}) {
  const retries = { limit: 3, firstDelayMs: 1, maxDelayMs: 2_000 };
  const created = createHttpClient({ userAgent: 'test', connectTimeoutMs: 5_000, retries, ...settings });
  onTestFinished(() => created.close());
  return created;
}

const read = (url: string) => ({ url, maxBytes: 1_000 });

describe('an outgoing request', () => {
  it.each([429, 500, 502, 503])('that is answered with %s is sent again', async (status) => {
    const { url, requests } = await serve((_, response, count) => {
      response.writeHead(count < 3 ? status : 200).end('fine');
    });
    expect((await client().readText(read(url))).text).toBe('fine');
    expect(requests).toHaveLength(3);
  });

  it('waits as long as the server asks for', async () => {
    const times: number[] = [];
    const { url } = await serve((_, response, count) => {
      times.push(performance.now());
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '1' }).end();
    });
    await client().readText(read(url));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  it('that is refused for good is not sent again, and the refusal names neither query nor credentials', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(404).end());
    const secret = url.replace('http://', 'http://user:word@');
    const failed = client().readText(read(`${secret}/thing?key=word`));
    await expect(failed).rejects.toThrow(`${url}/thing answered with status 404.`);
    expect(requests).toHaveLength(1);
  });

  it('gives up after some tries', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(500).end());
    await expect(client().readText(read(url))).rejects.toThrow('status 500');
    expect(requests).toHaveLength(4);
  });

  it('does not wait for a server that falls silent', async () => {
    const { url } = await serve((_, response) => void response.write('half'));
    const settings = { idleTimeoutMs: 50, retries: { limit: 1, firstDelayMs: 1, maxDelayMs: 1 } };
    await expect(client(settings).readText(read(url))).rejects.toThrow('could not be read');
  });

  it('takes no more than it is told to', async () => {
    const { url } = await serve((_, response) => void response.end('x'.repeat(2_000)));
    await expect(client().readText(read(url))).rejects.toThrow('larger than the 1000 bytes');
  });

  it('ends when it is aborted', async () => {
    const { url } = await serve(() => {});
    const reading = client().readText({ ...read(url), signal: AbortSignal.timeout(30) });
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('follows redirects and keeps credentials to the host they are for', async () => {
    const target = await serve((_, response) => void response.end('there'));
    const { url } = await serve(
      (_, response) => void response.writeHead(302, { location: target.url }).end(),
    );
    const answer = await client().readText({ ...read(url), headers: { authorization: 'secret' } });
    expect(answer.text).toBe('there');
    expect(target.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['file:///etc/passwd', 'http://[', 'gopher://127.0.0.1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const { url } = await serve((_, response) => void response.writeHead(302, { location }).end());
      await expect(client().readText(read(url))).rejects.toThrow('answered with status 302');
    },
  );

  it('does not follow a redirect from HTTPS to HTTP, and says so; one to HTTPS is followed', async () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, loopbackCertificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const open = await serve((_, response) => void response.end('anybody'));
    const leadsTo = (location: string): Handler => {
      return (_, response) => void response.writeHead(302, { location }).end();
    };
    const downgrading = await serveSecurely(leadsTo(`${open.url}/records?token=secret`));
    const failure = client().readText(read(`${downgrading.url}/all.zip`));
    await expect(failure).rejects.toThrow(
      `${downgrading.url}/all.zip leads to ${open.url}/records: from HTTPS to HTTP no redirect is followed.`,
    );
    expect(downgrading.requests).toHaveLength(1);
    expect(open.requests).toHaveLength(0);

    const secured = await serveSecurely((_, response) => void response.end('there'));
    for (const from of [await serveSecurely(leadsTo(secured.url)), await serve(leadsTo(secured.url))]) {
      expect((await client().readText(read(from.url))).text).toBe('there');
    }
  });

  it('goes through the proxy, but for hosts that are excluded', async () => {
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
    // What has not been read when the connection is cut is lost, and asked for again without a range.
    else response.write(rest.subarray(0, cutAt), () => setTimeout(() => response.socket?.end(), 100));
  }

  it('whose connection is cut in the middle goes on where it was cut', async () => {
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

  it('of what is known already is not made', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(304).end());
    const directory = await temporaryDirectory();
    const known = { etag: '"1"' };
    expect(await client().download({ url, directory, maxBytes: 10, known })).toBeUndefined();
    expect(requests[0]?.headers['if-none-match']).toBe('"1"');
    expect(await readdir(directory)).toEqual([]);
  });

  it('that fails or is too large leaves nothing behind', async () => {
    const { url } = await serve((request, response) => sendPart(request, response, 10));
    const directory = await temporaryDirectory();
    await expect(client().download({ url, directory, maxBytes: 1_000_000 })).rejects.toThrow(
      'could not be read',
    );
    await expect(client().download({ url, directory, maxBytes: 5 })).rejects.toThrow('larger than');
    expect(await readdir(directory)).toEqual([]);
  });
});
