import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedComponents } from '../../../../test/support/seed-components.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('GET /api/v1/project/{from}/diff/{to}', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function create(components: object[] = [], members: object = {}) {
    const body = { name: `project ${++projects}`, version: String(projects), ...members };
    const answer = await service.asAdmin('PUT', '/api/v1/project', body);
    expect(answer.status, answer.text).toBe(201);
    const { uuids } = await seedComponents(service.db, answer.body.uuid, { components: components as never });
    return { uuid: answer.body.uuid as string, name: body.name, version: body.version, uuids };
  }
  const npm = (name: string, version: string, more: object = {}) => ({
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    purl_coordinates: `pkg:npm/${name}@${version}`,
    ...more,
  });
  const diff = (from: string, to: string) => service.asAdmin('GET', `/api/v1/project/${from}/diff/${to}`);

  it('lists components added, removed and changed, and counts the unchanged', async () => {
    const from = await create([
      npm('gone', '1.0.0'),
      npm('up', '1.9.0'),
      npm('down', '2.0.0'),
      npm('same', '1.0.0'),
    ]);
    const to = await create([
      npm('new', '1.0.0'),
      npm('up', '1.10.0'),
      npm('down', '1.0.0'),
      npm('same', '1.0.0'),
    ]);
    const answer = await diff(from.uuid, to.uuid);
    expect(answer.status, answer.text).toBe(200);
    const component = (project: typeof from, name: string, version: string) => ({
      uuid: project.uuids[name],
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    });
    expect(answer.body).toEqual({
      from: { uuid: from.uuid, name: from.name, version: from.version },
      to: { uuid: to.uuid, name: to.name, version: to.version },
      added: [component(to, 'new', '1.0.0')],
      removed: [component(from, 'gone', '1.0.0')],
      changed: [
        {
          direction: 'DOWNGRADE',
          from: component(from, 'down', '2.0.0'),
          to: component(to, 'down', '1.0.0'),
        },
        { direction: 'UPGRADE', from: component(from, 'up', '1.9.0'), to: component(to, 'up', '1.10.0') },
      ],
      unchanged: 1,
    });
  });

  it('is empty for a project and itself', async () => {
    const one = await create([npm('a', '1'), { name: 'b' }, { name: 'b', version: '1', group_name: 'g' }]);
    expect((await diff(one.uuid, one.uuid)).body).toMatchObject({
      added: [],
      removed: [],
      changed: [],
      unchanged: 3,
    });
  });

  it('is empty for empty projects', async () => {
    const [from, to] = [await create(), await create()];
    expect((await diff(from.uuid, to.uuid)).body).toMatchObject({
      added: [],
      removed: [],
      changed: [],
      unchanged: 0,
    });
  });

  it('goes by purl type, namespace and name, else by group and name; qualifiers make no difference', async () => {
    const from = await create([
      npm('a', '1', { purl: 'pkg:npm/a@1?os=linux' }),
      { name: 'plain', version: '1', group_name: 'g' },
      { name: 'plain', version: '1', group_name: 'h' },
    ]);
    const to = await create([
      npm('a', '2', { purl: 'pkg:npm/a@2?os=mac' }),
      { name: 'plain', version: '2', group_name: 'g' },
    ]);
    const { body } = await diff(from.uuid, to.uuid);
    expect(body.changed.map((change: { to: { name: string } }) => change.to.name)).toEqual(['a', 'plain']);
    expect(body.removed).toMatchObject([{ name: 'plain', group: 'h' }]);
    expect(body.added).toEqual([]);
  });

  it('counts each version of a package once, and leaves removed components out', async () => {
    const from = await create([npm('a', '1'), npm('a', '1'), npm('a', '2', { removed_at: new Date() })]);
    const to = await create([npm('a', '1')]);
    expect((await diff(from.uuid, to.uuid)).body).toMatchObject({
      added: [],
      removed: [],
      changed: [],
      unchanged: 1,
    });
  });

  it('answers 404 if either project is unknown and 400 if a UUID is invalid', async () => {
    const { uuid } = await create();
    expect((await diff(uuid, NOBODY)).status).toBe(404);
    expect((await diff(NOBODY, uuid)).status).toBe(404);
    expect((await diff(uuid, 'nonsense')).status).toBe(400);
  });

  it('needs access to both projects', async () => {
    const key = await createTeamKey(service, 'VIEW_PORTFOLIO');
    const seen = await create([], { accessTeams: [{ uuid: key.teamUuid }] });
    const hidden = await create();
    await switchAccessControl(service, true);
    const statusOf = async (from: string, to: string) =>
      (await service.request('GET', `/api/v1/project/${from}/diff/${to}`, { apiKey: key.apiKey })).status;
    expect([
      await statusOf(seen.uuid, hidden.uuid),
      await statusOf(hidden.uuid, seen.uuid),
      await statusOf(seen.uuid, seen.uuid),
    ]).toEqual([403, 403, 200]);
    await switchAccessControl(service, false);
  });
});
