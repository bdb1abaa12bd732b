import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, type Json, npm, postBom, settled } from '../../../test/support/bom-uploads.ts';
import { storedComponents, storedEdges } from '../../../test/support/stored-components.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../platform/db/database.ts';

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
const accepted = async (document: Json, project: string): Promise<{ token: string }> => {
  const answer = await postBom(service, document, { project });
  expect(answer.text.slice(0, 1_000)).toContain('token');
  return answer.body;
};
/** The number of retries of an import. */
const retriesOf = async (token: string) => {
  const { rows } = await sql<{ retries: number }>`
    select job.retry_count as retries from pgboss.job
    join work_token on job.name = work_token.queue and job.id = work_token.job_id
    where work_token.token = ${token} and job.name = 'import-bom'`.execute(service.db);
  return rows[0]?.retries;
};

describe('An import that would fail each time', () => {
  it('fails at once with the reason if the database refuses a value of the document', async () => {
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

it('An upload to a project that became a collection in the meantime fails at once with the reason', async () => {
  const uuid = await createProject();
  // Held, so that the import waits while the project changes.
  const { token } = await inTransaction(service.db, async (tx) => {
    await tx.selectFrom('project').select('id').where('uuid', '=', uuid).forNoKeyUpdate().execute();
    const answer = await accepted(bomOf([npm('a')]), uuid);
    await tx
      .updateTable('project')
      .set({ collection_logic: 'AGGREGATE_DIRECT_CHILDREN' })
      .where('uuid', '=', uuid)
      .execute();
    return answer;
  });
  expect(await settled(service, token)).toMatchObject({
    state: 'FAILED',
    failure: expect.stringContaining('has become a collection project'),
  });
  expect(await retriesOf(token)).toBe(0);
  expect(await storedComponents(service, uuid)).toEqual([]);
  expect(await eventsOf(uuid)).toEqual(['PROJECT_CREATED', 'BOM_PROCESSING_FAILED']);
});

describe('Values of a megabyte', () => {
  /** Nothing that could be compressed into an index. */
  const long = (bytes = 512 * 1024) => randomBytes(bytes).toString('hex');
  /** Enough for all fields at once. */
  const some = () => long(16 * 1024);
  const component = (name: string, more: Json) => ({ type: 'library', 'bom-ref': name, name, ...more });
  // Before 1.6 the format sets no limit to any of these.
  const fields: [string, Json, Json][] = [
    ['name', component(long(), { 'bom-ref': 'x' }), {}],
    ['version', component('x', { version: long() }), {}],
    ['group', component('x', { group: long() }), {}],
    ['purl', component('x', { purl: `pkg:npm/${long()}@1` }), {}],
    ['version of a purl', component('x', { purl: `pkg:npm/x@${long()}` }), {}],
    ['cpe', component('x', { cpe: `cpe:2.3:a:${long()}:x:1:*:*:*:*:*:*:*` }), {}],
    ['SWID tag', component('x', { swid: { tagId: long(), name: 'x' } }), {}],
    ['bom-ref', component('x', { 'bom-ref': long() }), {}],
    [
      'fields',
      component(some(), {
        ...{
          'bom-ref': some(),
          version: some(),
          group: some(),
          purl: `pkg:maven/${some()}/${some()}@${some()}`,
        },
        ...{ cpe: `cpe:2.3:a:${some()}:x:1:*:*:*:*:*:*:*`, swid: { tagId: some(), name: some() } },
        ...{ publisher: some(), description: some(), copyright: some(), scope: 'required' },
        licenses: [{ license: { name: some() } }],
        properties: [{ name: `${some()}:${some()}`, value: some() }],
        externalReferences: [{ type: 'website', url: some(), comment: some() }],
      }),
      { services: [{ 'bom-ref': some(), name: some(), version: some(), group: some() }] },
    ],
  ];

  it.each(fields)(
    'in the %s of a component lose no document: they come out as they went in',
    async (_field, given, more) => {
      const uuid = await createProject();
      const document = {
        ...bomOf([given, npm('other')], { ...more, specVersion: '1.5' }),
        dependencies: [{ ref: given['bom-ref'], dependsOn: ['pkg:npm/other@1.0.0'] }],
      };
      const { token } = await accepted(document, uuid);
      expect(await settled(service, token)).toMatchObject({ state: 'PROCESSED', components: 2 });
      expect(await storedEdges(service, uuid)).toHaveLength(1);
      const [stored] = await storedComponents(service, uuid);
      const exported = await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${uuid}?version=1.5`);
      expect(exported.body.components[0]).toEqual({ ...given, 'bom-ref': stored?.uuid });
      const services = ((more.services ?? []) as Json[]).map((service) => service.name);
      expect((exported.body.services ?? []).map((service: Json) => service.name)).toEqual(services);
    },
  );

  it('in the metadata of the project do not lose the document', async () => {
    const uuid = await createProject();
    const described = {
      ...{ type: 'application', 'bom-ref': long(), name: long(), version: long(), group: long() },
      ...{ purl: `pkg:npm/${long()}@1`, cpe: `cpe:2.3:a:${long()}:x:1:*:*:*:*:*:*:*`, publisher: long() },
      swid: { tagId: long(), name: 'x' },
    };
    const document = bomOf([npm('a')], { specVersion: '1.5', metadata: { component: described } });
    const { token } = await accepted(document, uuid);
    expect(await settled(service, token)).toMatchObject({ state: 'PROCESSED', components: 1 });
    const { body } = await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${uuid}?version=1.5`);
    const { purl, cpe, publisher, swid } = described;
    expect(body.metadata.component).toMatchObject({ purl, cpe, publisher, swid });
  });
});
