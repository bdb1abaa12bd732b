import { describe, expect, it, onTestFinished, test } from 'vitest';
import { startWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createHttpClient, type HttpClientOptions } from './create-http-client.ts';
import { AddressRefusedError, createSsrfGuard, type SsrfGuard } from './ssrf-guard.ts';

const NO_RETRIES = { limit: 0, firstDelayMs: 0, maxDelayMs: 0 };

function guardedClient(allowed: readonly string[], options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({
    userAgent: 'test',
    connectTimeoutMs: 1_000,
    timeoutMs: 1_000,
    retries: NO_RETRIES,
    guard: createSsrfGuard(allowed),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

async function startReceiver() {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

const post = (url: string) => ({ url, method: 'POST', body: 'x', maxBytes: 100 }) as const;

function lookUp(guard: SsrfGuard, host: string): Promise<unknown> {
  return new Promise((resolve, reject) =>
    guard.lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

describe('An address is refused', () => {
  const guard = createSsrfGuard([]);
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '[::1]',
  ])('if it is private or reserved: %s', (address) => {
    expect(() => guard.checkAddress(address)).toThrow(AddressRefusedError);
  });

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('not if it is public: %s', (address) => {
    expect(() => guard.checkAddress(address)).not.toThrow();
  });
});

describe('svc.outgoing-http.allow', () => {
  it('allows addresses, ranges and hosts, and nothing else', async () => {
    const guard = createSsrfGuard(['10.1.0.0/16', '192.168.7.7', 'fd00::/8', 'LocalHost']);
    for (const address of ['10.1.2.3', '192.168.7.7', 'fd00::5', '::ffff:10.1.2.3'])
      expect(() => guard.checkAddress(address)).not.toThrow();
    for (const address of ['10.2.0.1', '192.168.7.8', 'fe80::1'])
      expect(() => guard.checkAddress(address)).toThrow(AddressRefusedError);
    expect(await lookUp(guard, 'localhost')).toBeDefined();
  });
});

test('DNS answers that lead to loopback are refused', async () => {
  await expect(lookUp(createSsrfGuard([]), 'localhost')).rejects.toThrow(/localhost leads to .* private/);
});

describe('A guarded request', () => {
  it.each([
    (port: string) => `http://127.0.0.1:${port}/`,
    (port: string) => `http://localhost:${port}/`,
    (port: string) => `http://2130706433:${port}/`,
    (port: string) => `http://0x7f000001:${port}/`,
    (port: string) => `http://0x7f.0.0.1:${port}/`,
    (port: string) => `http://0177.0.0.1:${port}/`,
    (port: string) => `http://017700000001:${port}/`,
    (port: string) => `http://127.1:${port}/`,
    (port: string) => `http://[::1]:${port}/`,
    (port: string) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: string) => `http://[::ffff:7f00:1]:${port}/`,
    (port: string) => `http://[0:0:0:0:0:ffff:7f00:0001]:${port}/`,
    (port: string) => `http://①②⑦.⓪.⓪.①:${port}/`,
    (port: string) => `http://user@127.0.0.1:${port}/`,
  ])('does not reach loopback in any notation: %s', async (toUrl) => {
    const receiver = await startReceiver();
    const url = toUrl(new URL(receiver.url).port);
    await expect(guardedClient([]).readText(post(url))).rejects.toThrow(AddressRefusedError);
    expect(receiver.requests).toEqual([]);
  });

  it('does not follow redirects when their limit is 0', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => ({ status: 307, headers: { location: 'http://[::1]:1/' } });
    const client = guardedClient(['127.0.0.1'], { maxRedirects: 0 });
    expect((await client.readText({ ...post(receiver.url), accepts: 'any' })).status).toBe(307);
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    (port: string) => `http://[::1]:${port}/`,
    (port: string) => `http://2130706434:${port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
  ])('is checked again at every redirect: %s', async (toLocation) => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const hops = [`${receiver.url}/second`, toLocation(port)];
    receiver.answer = () => ({ status: 302, headers: { location: hops.shift() ?? '' } });
    await expect(guardedClient(['127.0.0.1']).readText(post(receiver.url))).rejects.toThrow(
      AddressRefusedError,
    );
    expect(receiver.requests).toHaveLength(2);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/', 'gopher://example.org/', 'nonsense'])(
    'is only for HTTP: %s',
    async (url) => {
      await expect(guardedClient([]).readText(post(url))).rejects.toThrow(
        'does not start with http:// or https://',
      );
    },
  );

  it('through a proxy does not reach private addresses either, nor by a redirect', async () => {
    const proxy = await startReceiver();
    const { port } = new URL(proxy.url);
    const client = guardedClient([], { proxy: { host: '127.0.0.1', port: Number(port), exclusions: [] } });
    await expect(client.readText(post('http://10.0.0.1/'))).rejects.toThrow(AddressRefusedError);
    expect(proxy.requests).toEqual([]);
    proxy.answer = () => ({ status: 302, headers: { location: 'http://10.0.0.1/' } });
    await expect(client.readText(post('http://8.8.8.8/'))).rejects.toThrow(AddressRefusedError);
    expect(proxy.requests).toHaveLength(1);
  });
});
