import { expect, test } from 'vitest';
import { FindingsReceiver } from './support/findings-receiver.ts';
import { createKillableService, type KillableNode } from './support/killable-service.ts';
import { heartbeatOf, timeoutFactor } from './support/timeout-factor.ts';

const PUSHES = '/api/v2/finding-integrations/defectdojo/pushes';

async function connect(node: KillableNode) {
  const headers = { authorization: await node.signIn(), 'content-type': 'application/json' };
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${node.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return JSON.parse((await response.text()) || 'null');
  };
}

test('a push whose node is killed with kill -9 is repeated', async () => {
  const receiver = await FindingsReceiver.start('key');
  // The first request is never answered.
  receiver.intercept = (_, count) => (count === 1 ? 'silence' : undefined);
  const { startNode } = await createKillableService({
    'svc.outgoing-http.allow': '127.0.0.1',
    'svc.jobs.heartbeat-seconds': String(heartbeatOf(3)),
  });
  const killed = await startNode();
  const before = await connect(killed);
  await before('POST', '/api/v2/secrets', { name: 'key', value: 'key' });
  const settings = { enabled: 'true', url: receiver.url, apiKey: 'key' };
  for (const [name, propertyValue] of Object.entries(settings)) {
    const property = { groupName: 'integrations', propertyName: `defectdojo.${name}`, propertyValue };
    await before('POST', '/api/v1/configProperty', property);
  }
  const { uuid } = await before('PUT', '/api/v1/project', { name: 'pushed' });
  const property = { groupName: 'integrations', propertyName: 'defectdojo.engagementId', propertyValue: '7' };
  await before('PUT', `/api/v1/project/${uuid}/property`, { ...property, propertyType: 'STRING' });
  await before('POST', PUSHES, { project: uuid });
  await expect.poll(() => receiver.requested.length).toBe(1);
  await killed.kill();

  const after = await connect(await startNode());
  const log = async () => (await after('GET', PUSHES)).items[0];
  const limit = { interval: 100, timeout: 90_000 * timeoutFactor };
  await expect.poll(async () => (await log()).status, limit).toBe('COMPLETED');
  // A busy machine may miss the heartbeats of further attempts; those are repeated as well.
  const { attempts } = await log();
  expect(attempts[0]).toMatchObject({ number: 1, failure_reason: 'The attempt was interrupted.' });
  expect(attempts.at(-1)).toMatchObject({ response_status: 201 });
  expect(receiver.uploads[0]).toMatchObject({ document: { project: { uuid } } });
  await receiver.close();
});
