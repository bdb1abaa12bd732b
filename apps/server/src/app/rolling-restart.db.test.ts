import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKillableService } from '../../test/support/killable-service.ts';
import { startReadinessBalancer } from '../../test/support/readiness-balancer.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { testConfig } from '../../test/support/test-service.ts';
import { type Service, startService } from './start-service.ts';

/** Longer than any test: the drain ends only on a signal. */
const FOREVER = '3600000';

async function startNode(url: string): Promise<Service & { readonly url: string }> {
  const config = testConfig({ 'svc.datasource.url': url, 'svc.http.drain-ms': FOREVER });
  const service = await startService({ config, log: silentLog });
  onTestFinished(() => service.close());
  return { ...service, url: service.apiUrl ?? '' };
}

async function database(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return url;
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('Stopping a node', () => {
  it('a rolling restart under load behind a load balancer that follows readiness fails no request', async () => {
    const url = await database();
    const balancer = await startReadinessBalancer();
    onTestFinished(() => balancer.close());
    const statuses = new Map<number, number>();
    let loading = true;
    const client = async () => {
      while (loading) {
        const status = await statusOf(`${balancer.url}/api/version`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    let nodes = [await startNode(url), await startNode(url)];
    for (const node of nodes) balancer.add(node);
    await expect.poll(() => nodes.every((node) => balancer.sendsTo(node))).toBe(true);
    const clients = Array.from({ length: 8 }, client);
    for (const old of nodes) {
      void old.drain();
      await expect.poll(() => balancer.isUsing(old)).toBe(false);
      await old.close();
      const fresh = await startNode(url);
      balancer.add(fresh);
      await expect.poll(() => balancer.sendsTo(fresh)).toBe(true);
      nodes = [...nodes.filter((each) => each !== old), fresh];
    }
    loading = false;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
  });

  it('a draining node is unready with a reason, still serves, and closes connections after their next response', async () => {
    const node = await startNode(await database());
    expect(await statusOf(`${node.managementUrl}/health/ready`)).toBe(200);
    void node.drain();
    const ready = await fetch(`${node.managementUrl}/health/ready`);
    expect(ready.status).toBe(503);
    const stopped = { name: 'api', status: 'DOWN', data: { reason: 'stopping' } };
    expect(await ready.json()).toMatchObject({ checks: expect.arrayContaining([stopped]) });
    expect(await statusOf(`${node.managementUrl}/health/live`)).toBe(200);
    const served = await fetch(`${node.url}/api/version`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  });

  it('a request on an open connection after the listener was closed gets a problem document with Retry-After', async () => {
    const node = await startNode(await database());
    const { hostname, port } = new URL(node.url);
    const socket = connect(Number(port), hostname);
    // Half a request keeps its connection open while the server closes.
    socket.write('GET /api/version HTTP/1.1\r\nHost: x\r\n');
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
    await statusOf(`${node.url}/api/version`);
    const closed = node.close();
    await expect.poll(() => statusOf(node.url).catch(() => 'closed')).toBe('closed');
    socket.write('\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/^retry-after: 1\r$/im);
    expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im);
    expect(answer).toContain('This node is stopping');
    await closed;
  });
});

describe('SIGTERM', () => {
  it('makes the node unready while it still serves; a second signal ends it at once', async () => {
    const service = await createKillableService({ 'svc.http.drain-ms': FOREVER });
    const node = await service.startNode();
    node.signal('SIGTERM');
    await expect.poll(() => statusOf(`${node.managementUrl}/health/ready`)).toBe(503);
    expect(await statusOf(`${node.url}/api/version`)).toBe(200);
    let ended = false;
    void node.exited.then(() => {
      ended = true;
    });
    await expect
      .poll(() => {
        node.signal('SIGTERM');
        return ended;
      })
      .toBe(true);
    expect(await node.exited).toBe(130);
  });

  it('ends the process cleanly after svc.http.drain-ms', async () => {
    const service = await createKillableService({ 'svc.http.drain-ms': '1' });
    const node = await service.startNode();
    node.signal('SIGTERM');
    expect(await node.exited).toBe(0);
  });
});
