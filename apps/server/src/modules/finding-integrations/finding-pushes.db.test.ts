import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FindingsReceiver } from '../../../test/support/findings-receiver.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { timeoutFactor } from '../../../test/support/timeout-factor.ts';
import { findingIntegrationsJobs } from './finding-integrations-jobs.ts';
import { resumePushes } from './resume-pushes.ts';

let service: TestService;
let receiver: FindingsReceiver;

beforeAll(async () => {
  receiver = await FindingsReceiver.start('key');
  service = await startTestService({
    'svc.outgoing-http.allow': '127.0.0.1',
    'svc.finding-integrations.log.retention-days': '30',
    'svc.finding-integrations.response-timeout-ms': '500',
  });
  await service.asAdmin('POST', '/api/v2/secrets', { name: 'key', value: 'key' });
  await set({ enabled: 'true', url: receiver.url, apiKey: 'key' });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(() => receiver.reset());

async function set(settings: Readonly<Record<string, string>>): Promise<void> {
  const properties = Object.entries(settings).map(([name, propertyValue]) => ({
    groupName: 'integrations',
    propertyName: `defectdojo.${name}`,
    propertyValue,
  }));
  expect((await service.asAdmin('POST', '/api/v1/configProperty/aggregate', properties)).status).toBe(200);
}

async function createProject(name: string): Promise<string> {
  const { body } = await service.asAdmin('PUT', '/api/v1/project', { name });
  const property = { groupName: 'integrations', propertyName: 'defectdojo.engagementId', propertyValue: '7' };
  await service.asAdmin('PUT', `/api/v1/project/${body.uuid}/property`, {
    ...property,
    propertyType: 'STRING',
  });
  return body.uuid;
}

const runSchedule = () => findingIntegrationsJobs(service.context)['defect-dojo-upload'];

async function states(): Promise<(string | null)[][]> {
  const { rows } = await sql<{ kind: string; state: string; requested_by: string | null }>`
    select kind, state, requested_by from finding_push order by id`.execute(service.db);
  return rows.map(({ kind, state, requested_by }) => [kind, state, requested_by]);
}

const untilStates = (expected: (string | null)[][]) =>
  vi.waitFor(async () => expect(await states()).toEqual(expected), {
    interval: 20,
    timeout: 90_000 * timeoutFactor,
  });

async function runScheduled(): Promise<void> {
  const handler = runSchedule();
  if (typeof handler !== 'function') throw new Error('The schedule has a handler that is a function.');
  await handler({} as never);
}

test('a schedule pushes all projects that take part, unless the integration is not enabled', async () => {
  const project = await createProject('scheduled');
  await set({ enabled: 'false' });
  await runScheduled();
  expect(await states()).toEqual([]);
  await set({ enabled: 'true' });
  await runScheduled();
  await untilStates([['SCHEDULED', 'COMPLETED', null]]);
  expect(receiver.uploads).toMatchObject([{ document: { project: { uuid: project } } }]);
  expect(readdirSync(join(service.dataDirectory, 'tmp'))).toEqual([]);
});

test('a push whose job was lost is pushed again, and the interrupted attempt stays in the log', async () => {
  await sql`
    with lost as (update finding_push set state = 'RUNNING', ended_at = null returning id)
    update finding_push_attempt set ended_at = null, status = null from lost where push_id = lost.id`.execute(
    service.db,
  );
  await resumePushes(service.context);
  await resumePushes(service.context);
  await untilStates([['SCHEDULED', 'COMPLETED', null]]);
  expect(receiver.uploads).toHaveLength(1);
  const { rows } = await sql`
    select number, failure, status, ended_at is not null as ended from finding_push_attempt order by number`.execute(
    service.db,
  );
  expect(rows).toEqual([
    { number: 1, failure: 'The attempt was interrupted.', status: null, ended: true },
    { number: 2, failure: null, status: 201, ended: true },
  ]);
});

test('a push without a response is tried again after the time limit', async () => {
  receiver.intercept = (_, count) => (count === 1 ? 'silence' : undefined);
  await runScheduled();
  await untilStates([
    ['SCHEDULED', 'COMPLETED', null],
    ['SCHEDULED', 'COMPLETED', null],
  ]);
  const { rows } = await sql<{ failure: string | null }>`
    select failure from finding_push_attempt where push_id = (select max(id) from finding_push)
    order by number`.execute(service.db);
  expect(rows.map(({ failure }) => failure)).toEqual([expect.stringContaining('Timeout'), null]);
});

test('a project that is deleted while its push waits is not pushed, and its log is deleted', async () => {
  const project = await createProject('deleted');
  receiver.intercept = () => ({ status: 503 });
  const path = '/api/v2/finding-integrations/defectdojo/pushes';
  await service.asAdmin('POST', path, { project });
  const waiting = async () => (await service.asAdmin('GET', `${path}?project=${project}`)).body.items[0];
  await vi.waitFor(async () =>
    expect(await waiting()).toMatchObject({ status: 'PENDING', attempts: [{ response_status: 503 }] }),
  );
  await service.asAdmin('DELETE', `/api/v1/project/${project}`);
  expect((await service.asAdmin('GET', `${path}?project=${project}`)).body.items).toEqual([]);
});

test('pushes are deleted after their retention', async () => {
  const cleanUp = findingIntegrationsJobs(service.context)['finding-push-cleanup'];
  if (typeof cleanUp !== 'function') throw new Error('The job has a handler that is a function.');
  await cleanUp({} as never);
  expect(await states()).toHaveLength(2);
  await sql`update finding_push set created_at = now() - interval '31 days'`.execute(service.db);
  await cleanUp({} as never);
  expect(await states()).toEqual([]);
});
