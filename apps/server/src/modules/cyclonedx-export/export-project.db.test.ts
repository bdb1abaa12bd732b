import { type Bom, parseBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedFinding, seedVulnerability } from '../../../test/support/finding-fixtures.ts';
import { seedComponents } from '../../../test/support/seed-components.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const createProject = async (name: string): Promise<string> =>
  (await service.asAdmin('PUT', '/api/v1/project', { name, version: '1.0' })).body.uuid;

async function exported(project: string, query = ''): Promise<Bom> {
  const { text } = await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${project}${query}`);
  return (await parseBom(Buffer.from(text))).bom;
}

it('the serial number depends on stored content, nesting, order and dependencies, but not on risk scores', async () => {
  const project = await createProject('numbered');
  const { projectId } = await seedComponents(service.db, project, {
    components: [{ name: 'outer' }, { name: 'inner' }],
    services: [{ name: 'api' }],
    nested: { inner: 'outer' },
    dependencies: { '': ['outer', 'api'], outer: ['inner'] },
  });
  const serialNumber = async () => (await exported(project)).serialNumber;
  const change = (table: 'component' | 'service', set: object) =>
    service.db
      .updateTable(table)
      .set(set)
      .where('project_id', '=', projectId)
      .where('name', 'in', ['inner', 'api'])
      .execute();
  const seen = new Set([await serialNumber()]);
  const changes = [
    () => change('component', { version: '9', content_hash: 0 }),
    () => change('component', { version: '10', content_hash: 0 }),
    () => change('service', { version: '9', content_hash: 0 }),
    () => change('component', { parent_id: null }),
    () => change('component', { position: 77 }),
    () =>
      service.db
        .deleteFrom('dependency')
        .where('project_id', '=', projectId)
        .where('source_id', '=', 0)
        .execute(),
  ];
  for (const [index, apply] of changes.entries()) {
    await apply();
    expect(seen.size, `change ${index}`).toBeLessThan(seen.add(await serialNumber()).size);
  }
  const last = await serialNumber();
  await change('component', { last_risk_score: 5 });
  await change('service', { last_risk_score: 5 });
  expect(await serialNumber()).toBe(last);
});

it('refs=uploaded uses the UUID of components without a reference, also in dependencies and affects', async () => {
  const project = await createProject('uploaded in part');
  const { uuids } = await seedComponents(service.db, project, {
    components: [{ name: 'inner', bom_ref: 'uploaded-inner' }, { name: 'direct' }],
    dependencies: { '': ['inner', 'direct'], inner: ['direct'] },
  });
  const vulnerability = await seedVulnerability(service.db, 'CVE-2031-1');
  for (const name of ['inner', 'direct'])
    await seedFinding(service.db, uuids[name] ?? '', vulnerability, { analyzer: 'none' });
  const bom = await exported(project, '?variant=vdr&refs=uploaded');
  expect(bom.components?.map((one) => one['bom-ref'])).toEqual(['uploaded-inner', uuids.direct]);
  const affected = bom.vulnerabilities?.flatMap(({ affects }) => affects?.map(({ ref }) => ref));
  expect(affected).toEqual([uuids.direct, 'uploaded-inner']);
  expect(bom.dependencies?.find(({ ref }) => ref === 'uploaded-inner')?.dependsOn).toEqual([uuids.direct]);
});
