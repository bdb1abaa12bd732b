import { workflowOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, npm, postBom } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

const RUNS = '/api/v2/internal/workflow-runs';
const QUEUES = '/api/v2/internal/task-queues/WORKFLOW';
const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
let token: string;
let project: string;

const get = async (path: string) => (await service.asAdmin('GET', path)).body;
const list = (query = '') => get(`${RUNS}?${query}`);
const patch = (name: string, body: object) => service.asAdmin('PATCH', `${QUEUES}/${name}`, body);
const upload = async (name: string) =>
  (await postBom(service, bomOf([npm('left-pad')]), { projectName: name, autoCreate: 'true' })).body;
const isProcessing = async (event: string) => (await get(`/api/v1/event/token/${event}`)).processing;

beforeAll(async () => {
  service = await startTestService();
  await importBom(service, 'first', bomOf([npm('a')]));
  ({ token, projectUuid: project } = await upload('second'));
  await vi.waitUntil(async () => !(await isProcessing(token)), {
    interval: 25,
    timeout: 90_000 * timeoutFactor,
  });
});
afterAll(() => service?.close());

describe('Workflow runs require SYSTEM_CONFIGURATION or its part', () => {
  itKeepsAccessRules(Object.values(workflowOperations), () => service);
});

describe('GET /api/v2/internal/workflow-runs', () => {
  it('lists the jobs of an upload by its token', async () => {
    const { items, total } = await list(`label=bom_upload_token=${token}`);
    expect(items.map((run: { workflow_name: string }) => run.workflow_name)).toEqual([
      'analyze-project',
      'import-bom',
    ]);
    expect(total).toEqual({ count: 2, type: 'EXACT' });
    expect(items[1]).toEqual({
      id: expect.any(String),
      workflow_name: 'import-bom',
      workflow_version: 1,
      task_queue_name: 'import-bom',
      status: 'COMPLETED',
      priority: 100,
      concurrency_key: `import-bom:${project}`,
      labels: { project_uuid: project, bom_upload_token: token },
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      started_at: expect.any(Number),
      completed_at: expect.any(Number),
    });
    expect(await get(`${RUNS}/${items[1].id}`)).toEqual(items[1]);
    expect(items[0].labels).toMatchObject({ analysis_trigger: 'BOM_UPLOAD', project_uuid: project });
  });

  it.each([
    ['workflow_name=import-bom', 2],
    ['workflow_name=import-bom&status=COMPLETED&workflow_version=1', 2],
    ['workflow_name=import-bom&status=FAILED', 0],
    ['workflow_name=import-bom&workflow_version=2', 0],
    ['workflow_name=nothing', 0],
    ['workflow_instance_id=import-bom', 0],
    ['label=unknown=x', 0],
    ['label=analysis_trigger=MANUAL', 0],
    ['workflow_name=import-bom&created_before=1', 0],
    ['workflow_name=import-bom&created_since=1&completed_since=1', 2],
    ['workflow_name=import-bom&completed_before=1', 0],
    ['workflow_name=import-bom&created_since=9007199254740991', 0],
  ])('%s lists %i runs', async (query, count) => {
    const { items, total } = await list(query);
    expect(items).toHaveLength(count);
    expect(total).toEqual({ count, type: 'EXACT' });
  });

  it('all labels must match, and of several values of a key the last one counts', async () => {
    const labels = `label=project_uuid=${NOBODY}&label=project_uuid=${project}`;
    expect((await list(`${labels}&workflow_name=import-bom`)).items).toHaveLength(1);
    expect((await list(`${labels}&label=bom_upload_token=${NOBODY}`)).items).toEqual([]);
  });

  it.each(['', 'sort_by=id', 'sort_by=created_at&sort_direction=DESC', 'sort_by=completed_at'])(
    'lists each run once, a page at a time: %s',
    async (sorting) => {
      const before = `created_before=${Date.now()}`;
      const all = (await list(`${sorting}&${before}`)).items;
      expect(all.length).toBeGreaterThan(3);
      const paged: { id: string }[] = [];
      let next = '';
      do {
        const page = await list(`${sorting}&${before}&limit=2${next && `&page_token=${next}`}`);
        paged.push(...page.items);
        next = page.next_page_token ?? '';
      } while (next !== '');
      const ids = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);
      expect(ids(paged)).toEqual(ids(all));
    },
  );

  it.each(['status=OTHER', 'label=x', 'limit=0', 'workflow_version=0', 'sort_by=name', 'page_token=x'])(
    'refuses %s',
    async (query) => {
      expect((await service.asAdmin('GET', `${RUNS}?${query}`)).status).toBe(400);
    },
  );
});

describe('GET /api/v2/internal/workflow-runs/{id}', () => {
  it('answers 404 for a run or an instance that does not exist', async () => {
    for (const path of [`${RUNS}/${NOBODY}`, `${RUNS}/${NOBODY}/events`]) {
      expect((await service.asAdmin('GET', path)).status).toBe(404);
    }
    for (const id of ['import-bom', 'nothing', 'metrics-maintenance']) {
      const answer = await service.asAdmin('GET', `/api/v2/internal/workflow-instances/${id}`);
      expect(answer.status).toBe(404);
    }
    expect((await service.asAdmin('POST', `${RUNS}/${NOBODY}/retry`)).status).toBe(404);
    expect((await service.asAdmin('GET', `${RUNS}/x`)).status).toBe(400);
  });

  it('has events in the order of their sequence numbers', async () => {
    const [run] = (await list(`label=bom_upload_token=${token}&workflow_name=import-bom`)).items;
    const events = `${RUNS}/${run.id}/events`;
    const { items, total } = await get(events);
    expect(items).toMatchObject([
      { sequence_number: 0, event: { type: 'RUN_CREATED', timestamp: run.created_at } },
      { sequence_number: 1, event: { type: 'ATTEMPT_STARTED', attempt: 1 } },
      { sequence_number: 2, event: { type: 'RUN_COMPLETED', timestamp: run.completed_at } },
    ]);
    expect(total).toEqual({ count: 3, type: 'EXACT' });
    expect((await get(`${events}?from_sequence_number=1`)).items).toEqual([items[2]]);
    expect((await get(`${events}?sort_direction=DESC`)).items).toEqual(items.toReversed());
    const first = await get(`${events}?limit=2`);
    expect(first.items).toEqual(items.slice(0, 2));
    const second = await get(`${events}?limit=2&page_token=${first.next_page_token}`);
    expect(second.items).toEqual([items[2]]);
    expect(second.next_page_token).toBeUndefined();
    const both = `${events}?limit=2&page_token=${first.next_page_token}&from_sequence_number=1`;
    expect((await service.asAdmin('GET', both)).status).toBe(400);
  });

  it('a run that has not failed cannot be retried', async () => {
    const [run] = (await list('workflow_name=import-bom')).items;
    const answer = await service.asAdmin('POST', `${RUNS}/${run.id}/retry`);
    expect(answer.status).toBe(409);
    expect(answer.body.type).toBe('/problems/workflow-run-not-failed');
  });
});

describe('Task queues', () => {
  it('are listed with status, capacity and depth', async () => {
    const { items, total } = await get(QUEUES);
    expect(total).toEqual({ count: items.length, type: 'EXACT' });
    const named = (name: string) => items.find((queue: { name: string }) => queue.name === name);
    expect(named('import-bom')).toEqual({
      name: 'import-bom',
      status: 'ACTIVE',
      capacity: 4,
      depth: 0,
      created_at: expect.any(Number),
    });
    expect(named('metrics-maintenance').capacity).toBe(1);
    const first = await get(`${QUEUES}?limit=3`);
    const second = await get(`${QUEUES}?limit=1000&page_token=${first.next_page_token}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(
      items.map(({ name }: { name: string }) => name),
    );
    expect(await get('/api/v2/internal/task-queues/ACTIVITY')).toEqual({
      items: [],
      total: { count: 0, type: 'EXACT' },
    });
  });

  it('a paused queue keeps its runs until it is resumed', async () => {
    expect((await patch('import-bom', { status: 'PAUSED' })).status).toBe(204);
    const { token: waiting } = await upload('third');
    const runs = `label=bom_upload_token=${waiting}`;
    expect((await list(runs)).items).toMatchObject([{ status: 'CREATED', workflow_name: 'import-bom' }]);
    expect(await isProcessing(waiting)).toBe(true);
    const [queue] = (await get(`${QUEUES}?limit=1000`)).items.filter(
      ({ name }: { name: string }) => name === 'import-bom',
    );
    expect(queue).toMatchObject({ status: 'PAUSED', depth: 1, updated_at: expect.any(Number) });
    expect((await patch('import-bom', { status: 'ACTIVE', capacity: 2 })).status).toBe(204);
    await expect.poll(() => isProcessing(waiting)).toBe(false);
    expect((await list(`${runs}&workflow_name=import-bom`)).items[0].status).toBe('COMPLETED');
  });

  it('a paused instance is the run that waits', async () => {
    const kind = 'identify-internal-components';
    await patch(kind, { status: 'PAUSED' });
    const property = { groupName: 'internal-components', propertyName: 'names.regex', propertyValue: 'x' };
    await service.asAdmin('POST', '/api/v1/configProperty', property);
    await service.asAdmin('GET', '/api/v1/component/internal/identify');
    const instance = `/api/v2/internal/workflow-instances/${kind}`;
    expect(await get(instance)).toMatchObject({ status: 'CREATED', workflow_instance_id: kind });
    expect((await list(`workflow_instance_id=${kind}&status=CREATED`)).items).toHaveLength(1);
    await patch(kind, { status: 'ACTIVE' });
    await expect.poll(async () => (await service.asAdmin('GET', instance)).status).toBe(404);
  });

  it.each([
    ['nothing', { status: 'PAUSED' }, 404],
    ['metrics-maintenance', { capacity: 2 }, 409],
    ['metrics-maintenance', { capacity: 1 }, 204],
    ['import-bom', { status: 'OTHER' }, 400],
    ['import-bom', { capacity: 0 }, 400],
    ['import-bom', { capacity: 257 }, 400],
    ['import-bom', {}, 204],
  ])('PATCH %s with %j answers %i', async (name, body, status) => {
    expect((await patch(name, body)).status).toBe(status);
  });

  it('of the type ACTIVITY do not exist', async () => {
    const path = '/api/v2/internal/task-queues/ACTIVITY/import-bom';
    expect((await service.asAdmin('PATCH', path, { status: 'PAUSED' })).status).toBe(404);
  });
});
