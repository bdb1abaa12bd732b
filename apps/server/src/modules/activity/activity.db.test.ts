import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
let projectId: number;

beforeAll(async () => {
  service = await startTestService();
  const { body } = await service.asAdmin('PUT', '/api/v1/project', { name: 'project' });
  const project = await service.db
    .selectFrom('project')
    .select('id')
    .where('uuid', '=', body.uuid)
    .executeTakeFirstOrThrow();
  projectId = project.id;
});
afterAll(() => service?.close());

const list = async (query: string) => (await service.asAdmin('GET', `/api/v2/activity?${query}`)).body;

/** An upload without a job. */
async function seedUpload(members: {
  state: string;
  processed_at?: Date;
  failure?: string;
}): Promise<string> {
  const token = crypto.randomUUID();
  await service.db
    .insertInto('bom_upload')
    .values({
      token,
      project_id: projectId,
      sha256: Buffer.alloc(32),
      size: 1,
      format: 'JSON',
      spec_version: '1.6',
      uploaded_by: 'admin',
      uploaded_at: new Date(1_000),
      validated: true,
      ...members,
    })
    .execute();
  return token;
}

it('a running upload has the progress of its job, a waiting one has none', async () => {
  const token = await seedUpload({ state: 'PENDING' });
  const [waiting] = (await list('state=RUNNING')).items;
  expect(waiting).toMatchObject({ kind: 'BOM_UPLOAD', id: token, state: 'RUNNING', started_at: 1_000 });
  expect(waiting.progress).toBeUndefined();
  const job = crypto.randomUUID();
  await sql`insert into work_token (token, queue, job_id) values (${token}, 'import-bom', ${job})`.execute(
    service.db,
  );
  await service.db
    .insertInto('work_progress')
    .values({ job_id: job, done: 3, total: 7, phase: 'reading' })
    .execute();
  const { items, total } = await list('state=RUNNING');
  expect(items[0].progress).toEqual({ phase: 'reading', done: 3, total: 7 });
  expect(total).toEqual({ count: 1, type: 'EXACT' });
});

it('a running mirror run has its phase', async () => {
  await service.db
    .insertInto('mirror_run')
    .values({
      uuid: crypto.randomUUID(),
      source: 'osv',
      kind: 'SCHEDULED',
      state: 'RUNNING',
      created_at: new Date(),
      phase: 'recording',
      phase_done: 12,
    })
    .execute();
  const { items } = await list('kind=MIRROR_RUN');
  expect(items).toMatchObject([{ state: 'RUNNING', progress: { phase: 'recording', done: 12 } }]);
  expect(items[0].requested_by).toBeUndefined();
});

it('pages contain each item once, although many ended at the same time', async () => {
  const processed_at = new Date(5_000_000);
  const failure = 'The document could not be understood.';
  const tokens = await Promise.all(
    Array.from({ length: 7 }, () => seedUpload({ state: 'FAILED', processed_at, failure })),
  );
  // Times of the database have microseconds, which those of JavaScript lack.
  await sql`update bom_upload set processed_at = processed_at + interval '1 microsecond' * (id % 3)
    where state = 'FAILED'`.execute(service.db);
  const seen: string[] = [];
  let token = '';
  do {
    const page = await list(`state=FAILED&limit=2${token && `&page_token=${token}`}`);
    for (const { id, reason } of page.items) {
      expect(reason).toBe(failure);
      seen.push(id);
    }
    token = page.next_page_token ?? '';
  } while (token !== '');
  expect(seen.toSorted()).toEqual(tokens.toSorted());
});
