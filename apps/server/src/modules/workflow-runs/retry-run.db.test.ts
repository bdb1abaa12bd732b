import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const RUNS = '/api/v2/internal/workflow-runs';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await startTestService();
  project = (await service.asAdmin('PUT', '/api/v1/project', { name: 'project' })).body.uuid;
});
afterAll(() => service?.close());

const SECRET = 'GET https://ada:hunter22@mirror.example.org/x?key=abcdef failed: Bearer abcdefgh12345678';

/** A job that failed at its second attempt. */
async function seedFailed(name: string, payload: object = {}, error = 'Error'): Promise<string> {
  const id = crypto.randomUUID();
  const output = JSON.stringify({ name: error, message: SECRET });
  await sql`
    insert into pgboss.job (id, name, data, state, policy, retry_count, started_on, completed_on, output)
    values (${id}, ${name}, ${JSON.stringify(payload)}::jsonb, 'failed', 'standard', 1, now(), now(),
      ${output}::jsonb)`.execute(service.db);
  await sql`
    insert into job_attempt (job_id, attempt, started_at, is_error, reason, retry_delay_seconds)
    values (${id}, 0, now(), false, 'The node that ran this job was stopped.', 0),
      (${id}, 1, now(), true, ${SECRET}, null)`.execute(service.db);
  return id;
}

const retry = (id: string) => service.asAdmin('POST', `${RUNS}/${id}/retry`);
const runOf = async (id: string) => (await service.asAdmin('GET', `${RUNS}/${id}`)).body;
const eventsOf = async (id: string) => (await service.asAdmin('GET', `${RUNS}/${id}/events`)).body.items;

it('a failed run is retried as another one, once', async () => {
  const payload = { projectUuid: project, trigger: 'MANUAL' };
  const failed = await seedFailed('analyze-project', payload);
  const token = crypto.randomUUID();
  await sql`insert into work_token (token, queue, job_id) values (${token}, 'analyze-project', ${failed})`.execute(
    service.db,
  );
  const { status, body, headers } = await retry(failed);
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(`${RUNS}/${body.id}`);
  await expect
    .poll(() => runOf(body.id))
    .toMatchObject({
      parent_id: failed,
      status: 'COMPLETED',
      concurrency_key: `analyze-project:${project}`,
      labels: { project_uuid: project, analysis_trigger: 'MANUAL' },
    });
  expect((await runOf(failed)).status).toBe('FAILED');
  const { rows } = await sql`select job_id from work_token where token = ${token}`.execute(service.db);
  expect(rows).toHaveLength(2);
  const again = await retry(failed);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ type: '/problems/workflow-run-already-retried', run_id: body.id });
});

it('events have all attempts and the retry, without secrets', async () => {
  const failed = await seedFailed('metrics-maintenance');
  const { id } = (await retry(failed)).body;
  const events = await eventsOf(failed);
  expect(events.map(({ event }: { event: { type: string } }) => event.type)).toEqual([
    'RUN_CREATED',
    'ATTEMPT_STARTED',
    'ATTEMPT_INTERRUPTED',
    'ATTEMPT_STARTED',
    'ATTEMPT_FAILED',
    'RUN_FAILED',
    'RUN_RETRIED',
  ]);
  expect(events[2].event).toMatchObject({ attempt: 1, next_attempt_at: expect.any(Number) });
  expect(events[4].event.next_attempt_at).toBeUndefined();
  expect(events[6].event).toMatchObject({ run_id: id, requested_by: 'admin' });
  expect(JSON.stringify(events)).not.toMatch(/hunter22|abcdef/);
  expect(events[5].event.reason).toContain('mirror.example.org');
});

it.each([
  ['import-bom', 'Error', 'Upload the document again'],
  ['import-vex', 'Error', 'Upload the document again'],
  ['mirror-vuln-data-source', 'Error', 'mirror-runs'],
  ['sync-vuln-policy-bundle', 'Error', 'sync-runs'],
  ['analyze-project', 'JobQuarantinedError', 'Find the cause first'],
])('a run of %s that failed with %s is not retried', async (name, error, advice) => {
  const failed = await seedFailed(name, { projectUuid: project, token: crypto.randomUUID() }, error);
  const { status, body } = await retry(failed);
  expect(status).toBe(409);
  expect(body.type).toBe('/problems/workflow-run-not-retryable');
  expect(body.detail).toContain(advice);
});

it('two retries at once start one run', async () => {
  const failed = await seedFailed('analyze-project', { projectUuid: project, trigger: 'MANUAL' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => retry(failed)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409]);
});

it('old attempts and retries are deleted', async () => {
  const id = await seedFailed('check-metrics');
  await sql`update job_attempt set ended_at = now() - interval '41 days' where job_id = ${id}`.execute(
    service.db,
  );
  const cleanup = await seedFailed('work-token-cleanup');
  const { body } = await retry(cleanup);
  await expect.poll(async () => (await runOf(body.id)).status).toBe('COMPLETED');
  const { rows } = await sql`select from job_attempt where job_id in (${id}, ${cleanup})`.execute(service.db);
  expect(rows).toHaveLength(2);
});
