import { afterAll, beforeAll, expect, it } from 'vitest';
import { createComponent } from '../../../../test/support/create-findings.ts';
import { dependsOn } from '../../../../test/support/portfolio-graph.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

let projects = 0;
const createProject = async (): Promise<{ uuid: string }> =>
  (await service.asAdmin('PUT', '/api/v1/project', { name: `project ${++projects}` })).body;

it('deleting a component deletes its dependencies', async () => {
  const project = await createProject();
  const gone = await createComponent(service, project.uuid, { name: 'gone' });
  const stays = await createComponent(service, project.uuid, { name: 'stays' });
  await dependsOn(service, project, null, gone, stays);
  await dependsOn(service, project, gone, stays);
  expect((await service.asAdmin('DELETE', `/api/v1/component/${gone.uuid}`)).status).toBe(204);
  const [remaining, ...others] = await service.db.selectFrom('dependency').selectAll().execute();
  const { id } = await service.db
    .selectFrom('component')
    .select('id')
    .where('uuid', '=', stays.uuid)
    .executeTakeFirstOrThrow();
  expect([remaining, others]).toMatchObject([{ source_id: 0, target_id: id }, []]);
  await service.asAdmin('DELETE', `/api/v1/component/${stays.uuid}`);
});

it('deleting a service deletes its dependencies', async () => {
  const project = await createProject();
  const path = `/api/v1/service/project/${project.uuid}`;
  const { body: gone } = await service.asAdmin('PUT', path, { name: 'gone' });
  await dependsOn(service, project, null, gone);
  const edges = () => service.db.selectFrom('dependency').selectAll().execute();
  expect(await edges()).toHaveLength(1);
  expect((await service.asAdmin('DELETE', `/api/v1/service/${gone.uuid}`)).status).toBe(204);
  expect(await edges()).toEqual([]);
});

it('occurrences leave out members of another type', async () => {
  const { uuid } = await createComponent(service, (await createProject()).uuid, { name: 'found' });
  const occurrences = [{ location: '/lib/b.js', line: 'three' }];
  await service.db
    .updateTable('component')
    .set({ rest: JSON.stringify({ evidence: { occurrences } }), occurrence_count: 1 })
    .where('uuid', '=', uuid)
    .execute();
  const { body } = await service.asAdmin('GET', `/api/v1/component/${uuid}/occurrence`);
  expect(body).toEqual([{ id: expect.any(String), location: '/lib/b.js', createdAt: expect.any(Number) }]);
});
