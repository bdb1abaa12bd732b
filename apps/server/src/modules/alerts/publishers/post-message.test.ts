import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import { createHttpClient } from '../../../platform/outgoing-http/create-http-client.ts';
import { postMessage } from './post-message.ts';

const now = new Date('2026-11-16T12:00:00Z');
const http = createHttpClient({
  userAgent: 'test',
  connectTimeoutMs: 10_000,
  maxRedirects: 0,
  retries: { limit: 0, firstDelayMs: 0, maxDelayMs: 0 },
});
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await http.close();
  await receiver.close();
});

function post(status: number, headers: Record<string, string> = {}) {
  receiver.answer = () => ({ status, headers });
  const deps = { http, now: () => now } as Parameters<typeof postMessage>[0];
  return postMessage(deps, { url: `${receiver.url}/path?token=secret`, body: '{}' });
}

describe('429 and 5xx retried, 4xx final', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'permanent'],
    [308, 'permanent'],
    [400, 'permanent'],
    [401, 'permanent'],
    [404, 'permanent'],
    [410, 'permanent'],
    [408, 'transient'],
    [425, 'transient'],
    [429, 'transient'],
    [500, 'transient'],
    [503, 'transient'],
    [599, 'transient'],
  ])('status %i is %s', async (status, result) => {
    expect(await post(status)).toMatchObject({ result, responseStatus: status });
  });

  it('a redirect says what to do', async () => {
    expect((await post(302)).error).toContain('Configure the address that it leads to');
  });

  it('the destination is logged without the query', async () => {
    expect((await post(200)).destination).toContain('127.0.0.1');
    expect((await post(200)).destination).not.toContain('secret');
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Mon, 16 Nov 2026 12:00:30 GMT', 30_000],
    ['a date in the past', 'Mon, 16 Nov 2026 11:00:00 GMT', 0],
    ['nothing', '', undefined],
    ['nonsense', 'soon', undefined],
  ])('with %s', async (_, value, expected) => {
    expect((await post(503, { 'retry-after': value })).retryAfterMs).toBe(expected);
  });

  it('is ignored where a retry cannot help', async () => {
    expect((await post(404, { 'retry-after': '120' })).retryAfterMs).toBeUndefined();
  });
});
