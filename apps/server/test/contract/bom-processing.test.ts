import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom, settled } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let names = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const createProject = async (): Promise<string> =>
  (await service.asAdmin('PUT', '/api/v1/project', { name: `project ${++names}`, version: '1' })).body.uuid;
const eventsOf = async (uuid: string) => {
  const events = await service.db
    .selectFrom('notification_outbox')
    .select('group_name')
    .where('project_uuid', '=', uuid)
    .orderBy('id')
    .execute();
  return events.map((event) => event.group_name);
};
/** How often an import was tried again. */
const retriesOf = async (token: string) => {
  const { rows } = await sql<{ retries: number }>`
    select job.retry_count as retries from pgboss.job
    join work_token on job.name = work_token.queue and job.id = work_token.job_id
    where work_token.token = ${token} and job.name = 'import-bom'`.execute(service.db);
  return rows[0]?.retries;
};

describe('An import that would fail each time', () => {
  it('fails at once, with the reason, when the database refuses what the document says', async () => {
    await sql`alter table component add constraint unwanted check (name <> 'unwanted')`.execute(service.db);
    const uuid = await createProject();
    const { token } = (await postBom(service, bomOf([npm('unwanted')]), { project: uuid })).body;
    const upload = await settled(service, token);
    await sql`alter table component drop constraint unwanted`.execute(service.db);
    expect(upload).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('"unwanted"') });
    expect(await retriesOf(token)).toBe(0);
    expect(await eventsOf(uuid)).toEqual(['PROJECT_CREATED', 'BOM_PROCESSING_FAILED']);
  });

  it('fails at once, with the reason, when the document turns out to be broken', async () => {
    const mode = (propertyValue: string) =>
      service.asAdmin('POST', '/api/v1/configProperty', {
        ...{ groupName: 'artifact', propertyName: 'bom.validation.mode', propertyValue },
      });
    const uuid = await createProject();
    await mode('DISABLED');
    const broken = '{"bomFormat":"CycloneDX",\n"specVersion":"1.6","components":[{"name":"a"},}';
    const { token } = (await postBom(service, broken, { project: uuid })).body;
    await mode('ENABLED');
    expect(await settled(service, token)).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('line 2, column 48'),
    });
    expect(await retriesOf(token)).toBe(0);
    expect(await eventsOf(uuid)).toEqual(['PROJECT_CREATED', 'BOM_PROCESSING_FAILED']);
  });
});
