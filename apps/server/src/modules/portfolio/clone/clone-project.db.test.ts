import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { NotificationSchema, ProjectSchema } from '@tallyman/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedComponents } from '../../../../test/support/seed-components.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Cloning a project', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function create(members: object = {}) {
    const body = { name: `original ${++projects}`, version: '1', ...members };
    const answer = await service.asAdmin('PUT', '/api/v1/project', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as { uuid: string; name: string };
  }
  const read = async (uuid: string) => (await service.asAdmin('GET', `/api/v1/project/${uuid}`)).body;
  const clone = (uuid: string, body: object) =>
    service.asAdmin('POST', `/api/v2/projects/${uuid}/clone`, body);
  const idOf = async (uuid: string) =>
    (await service.db.selectFrom('project').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow())
      .id;

  /** Nodes by name with their neighbours, without ids. */
  async function graphOf(uuid: string) {
    const id = await idOf(uuid);
    const nodes = [
      ...(await service.db.selectFrom('component').selectAll().where('project_id', '=', id).execute()),
      ...(await service.db.selectFrom('service').selectAll().where('project_id', '=', id).execute()),
    ];
    const names = new Map(nodes.map((node) => [node.id, node.name]));
    const edges = await service.db
      .selectFrom('dependency')
      .selectAll()
      .where('project_id', '=', id)
      .execute();
    return {
      nodes: Object.fromEntries(nodes.map((node) => [node.name, node])),
      nesting: nodes.flatMap((node) =>
        node.parent_id ? [`${names.get(node.parent_id)} > ${node.name}`] : [],
      ),
      edges: edges
        .map((edge) => `${names.get(edge.source_id) ?? 'project'} > ${names.get(edge.target_id)}`)
        .sort(),
    };
  }

  async function createFull() {
    const original = await create({ tags: [{ name: 'red' }], description: 'kept', classifier: 'FIRMWARE' });
    const property = { groupName: 'g', propertyName: 'p', propertyValue: 'v', propertyType: 'STRING' };
    await service.asAdmin('PUT', `/api/v1/project/${original.uuid}/property`, property);
    await seedComponents(service.db, original.uuid, {
      components: [
        {
          name: 'outer',
          version: '1.0',
          purl: 'pkg:npm/outer@1.0',
          purl_coordinates: 'pkg:npm/outer@1.0',
          hashes: { sha1: 'aa' },
          properties: [{ propertyName: 'x' }],
          rest: { 'mime-type': 'text/plain' },
          bom_ref: 'ref-1',
        },
        { name: 'inner', version: '2.0' },
        { name: 'gone', removed_at: new Date() },
      ],
      services: [{ name: 'api', endpoints: ['https://example.org'], data: [{ flow: 'inbound' }] }],
      dependencies: { '': ['outer'], outer: ['inner', 'api'] },
      nested: { inner: 'outer' },
    });
    return original;
  }

  it('POST /api/v2/projects/{uuid}/clone answers 201 with the UUID and the Location of the clone', async () => {
    const original = await create({ description: 'kept', classifier: 'FIRMWARE', group: 'org.example' });
    const answer = await clone(original.uuid, { version: '2' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['uuid']]);
    expect(answer.body.uuid).toMatch(UUID_7);
    expect(answer.headers.get('location')).toBe(`/api/v1/project/${answer.body.uuid}`);
    expect(await read(answer.body.uuid)).toMatchObject({
      name: original.name,
      version: '2',
      description: 'kept',
      classifier: 'FIRMWARE',
      group: 'org.example',
      active: true,
      isLatest: false,
    });
  });

  it('PUT /api/v1/project/clone answers 202 with a token that is done when the findings of the clone are there', async () => {
    const original = await createFull();
    const answer = await service.asAdmin('PUT', '/api/v1/project/clone', {
      project: original.uuid,
      version: '2',
      includeDependencies: true,
      includeTags: true,
      includeAuditHistory: true,
    });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers.get('x-api-deprecated')).toBe('true');
    const state = () => service.asAdmin('GET', `/api/v1/event/token/${answer.body.token}`);
    await expect.poll(async () => (await state()).body).toEqual({ processing: false });
    const { body } = await service.asAdmin('GET', `/api/v1/project/lookup?name=${original.name}&version=2`);
    expect(body.tags).toEqual([{ name: 'red' }]);
    expect(Object.keys((await graphOf(body.uuid)).nodes)).toEqual(['outer', 'inner']);
  });

  it('copies nothing beside the project itself unless asked to', async () => {
    const original = await createFull();
    const { uuid } = (await clone(original.uuid, { version: '2' })).body;
    expect(await read(uuid)).not.toHaveProperty('tags');
    expect((await service.asAdmin('GET', `/api/v1/project/${uuid}/property`)).body).toEqual([]);
    expect((await graphOf(uuid)).nodes).toEqual({});
  });

  it('copies components, services, nesting and the dependency graph under new ids and UUIDs', async () => {
    const original = await createFull();
    const includes = ['COMPONENTS', 'SERVICES', 'TAGS', 'PROPERTIES', 'FINDINGS', 'POLICY_VIOLATIONS'];
    const { uuid } = (await clone(original.uuid, { version: '2', includes })).body;
    const [from, to] = [await graphOf(original.uuid), await graphOf(uuid)];
    expect(to.edges).toEqual(['outer > api', 'outer > inner', 'project > outer']);
    expect(to.nesting).toEqual(['outer > inner']);
    expect(Object.keys(to.nodes).sort()).toEqual(['api', 'inner', 'outer']);
    for (const name of ['outer', 'inner', 'api']) {
      const { id, uuid: own, project_id, parent_id, created_at, ...copied } = to.nodes[name] ?? {};
      expect(from.nodes[name]).toMatchObject(copied);
      expect(own).toMatch(UUID_7);
      expect(own).not.toBe(from.nodes[name]?.uuid);
    }
    expect((await read(uuid)).tags).toEqual([{ name: 'red' }]);
    const properties = await service.asAdmin('GET', `/api/v1/project/${uuid}/property`);
    expect(properties.body).toMatchObject([{ propertyName: 'p', propertyValue: 'v' }]);
  });

  it('leaves edges out whose other end was not asked for', async () => {
    const original = await createFull();
    const only = async (version: string, include: string) =>
      graphOf((await clone(original.uuid, { version, includes: [include] })).body.uuid);
    expect((await only('2', 'COMPONENTS')).edges).toEqual(['outer > inner', 'project > outer']);
    expect((await only('3', 'SERVICES')).edges).toEqual([]);
  });

  it('has the same parent', async () => {
    const parent = await create();
    const original = await create({ parent: { uuid: parent.uuid } });
    const { uuid } = (await clone(original.uuid, { version: '2' })).body;
    expect((await read(uuid)).parent.uuid).toBe(parent.uuid);
    expect((await read(parent.uuid)).children).toHaveLength(2);
    expect((await service.asAdmin('DELETE', `/api/v1/project/${parent.uuid}`)).status).toBe(204);
    expect((await service.asAdmin('GET', `/api/v1/project/${uuid}`)).status).toBe(404);
  });

  it('becomes the latest version on request', async () => {
    const original = await create({ isLatest: true });
    const plain = (await clone(original.uuid, { version: '2' })).body.uuid;
    expect((await read(plain)).isLatest).toBe(false);
    const latest = (await clone(original.uuid, { version: '3', version_is_latest: true })).body.uuid;
    expect([(await read(latest)).isLatest, (await read(original.uuid)).isLatest]).toEqual([true, false]);
  });

  it('emits PROJECT_CREATED', async () => {
    const original = await create({ tags: [{ name: 'red' }] });
    await service.db.deleteFrom('notification_outbox').execute();
    const { uuid } = (await clone(original.uuid, { version: '2', includes: ['TAGS'] })).body;
    const rows = await service.db.selectFrom('notification_outbox').selectAll().execute();
    expect(rows.map((row) => [row.group_name, row.project_uuid])).toEqual([['PROJECT_CREATED', uuid]]);
    const { subject } = fromBinary(NotificationSchema, rows[0]?.notification ?? new Uint8Array());
    expect(subject && anyUnpack(subject, ProjectSchema)).toMatchObject({ uuid, version: '2', tags: ['red'] });
  });

  it('answers 404 for an unknown project and 409 when the version exists; nothing is left behind', async () => {
    const original = await createFull();
    expect((await clone(NOBODY, { version: '2' })).status).toBe(404);
    const before = await service.db.selectFrom('component').select('id').execute();
    const answer = await clone(original.uuid, {
      version: '1',
      includes: ['COMPONENTS'],
      version_is_latest: true,
    });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe('A project with the specified name and version already exists.');
    expect(await service.db.selectFrom('component').select('id').execute()).toEqual(before);
    expect((await read(original.uuid)).versions).toHaveLength(1);
  });

  it('twice to one version at the same time succeeds once and answers 409 once', async () => {
    const original = await createFull();
    const order = { version: '2', includes: ['COMPONENTS'], version_is_latest: true };
    const answers = await Promise.all([clone(original.uuid, order), clone(original.uuid, order)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  it.each([
    [{}, 'body/version'],
    [{ version: '  ' }, 'body/version'],
    [{ version: 7 }, 'body/version'],
    [{ version: '2', includes: ['EVERYTHING'] }, 'body/includes/0'],
  ])('answers 400 to %j', async (body, path) => {
    const original = await create();
    const answer = await clone(original.uuid, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
  });

  describe('with access control on', () => {
    beforeAll(() => switchAccessControl(service, true));
    afterAll(() => switchAccessControl(service, false));

    it('needs access to the original, and copies its mappings only when asked to', async () => {
      const key = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT_CREATE');
      const other = await createTeamKey(service, 'VIEW_PORTFOLIO');
      const accessTeams = [{ uuid: key.teamUuid }, { uuid: other.teamUuid }];
      const [seen, hidden] = [await create({ accessTeams }), await create()];
      const asKey = (uuid: string, body: object) =>
        service.request('POST', `/api/v2/projects/${uuid}/clone`, { apiKey: key.apiKey, body });
      expect((await asKey(hidden.uuid, { version: '2' })).body).toMatchObject({
        status: 403,
        title: 'Project access denied',
      });
      const bare = (await asKey(seen.uuid, { version: '2' })).body.uuid;
      const shared = (await asKey(seen.uuid, { version: '3', includes: ['ACL'] })).body.uuid;
      const statusFor = async (apiKey: string, uuid: string) =>
        (await service.request('GET', `/api/v1/project/${uuid}`, { apiKey })).status;
      expect([await statusFor(key.apiKey, bare), await statusFor(other.apiKey, bare)]).toEqual([200, 403]);
      expect([await statusFor(key.apiKey, shared), await statusFor(other.apiKey, shared)]).toEqual([
        200, 200,
      ]);
    });

    it('needs access to the version that loses the latest flag', async () => {
      const key = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT');
      const seen = await create({ accessTeams: [{ uuid: key.teamUuid }] });
      await create({ name: seen.name, version: '2', isLatest: true });
      const answer = await service.request('POST', `/api/v2/projects/${seen.uuid}/clone`, {
        apiKey: key.apiKey,
        body: { version: '3', version_is_latest: true },
      });
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toContain('previous latest project version');
    });
  });
});
