import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Tags', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function createProject(members: object = {}) {
    const answer = await service.asAdmin('PUT', '/api/v1/project', {
      name: `project ${++projects}`,
      ...members,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body as { uuid: string; name: string };
  }
  const put = (names: unknown) => service.asAdmin('PUT', '/api/v1/tag', names);
  const list = (query: string) => service.asAdmin('GET', `/api/v1/tag?${query}`);
  const names = (tags: { name: string }[]) => tags.map((tag) => tag.name);
  const tagged = async (tag: string, query = '') =>
    (await service.asAdmin('GET', `/api/v1/tag/${encodeURIComponent(tag)}/project?${query}`)).body;

  it('PUT /tag creates them in lower case and answers 201; existing ones are accepted', async () => {
    const answer = await put(['New-One', ' new-two ', 'new-one']);
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect((await put(['new-two', 'new-three'])).status).toBe(201);
    expect(names((await list('searchText=NEW-')).body)).toEqual(['new-one', 'new-three', 'new-two']);
  });

  it('PUT /tag takes 1 to 100 names', async () => {
    expect((await put([])).status).toBe(400);
    expect((await put(Array.from({ length: 100 }, (_, i) => `many ${i}`))).status).toBe(201);
    expect((await put(Array.from({ length: 101 }, (_, i) => `many ${i}`))).status).toBe(400);
  });

  it.each([[['']], [['  ']], [['a\u0000']], [['x'.repeat(256)]], [[{}]], [[['a']]], [{ name: 'x' }]])(
    'PUT /tag refuses %j with 400',
    async (body) => {
      expect((await put(body)).status).toBe(400);
    },
  );

  it('GET /tag counts the uses of each', async () => {
    await createProject({ tags: [{ name: 'use-much' }, { name: 'use-little' }] });
    await createProject({ tags: [{ name: 'use-much' }] });
    const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG';
    await createProject({ collectionLogic, collectionTag: { name: 'use-much' } });
    const none = { policyCount: 0, notificationRuleCount: 0, vulnerabilityCount: 0 };
    const answer = await list('searchText=use-');
    expect(answer.body).toEqual([
      { name: 'use-little', projectCount: 1, collectionProjectCount: 0, ...none },
      { name: 'use-much', projectCount: 2, collectionProjectCount: 1, ...none },
    ]);
    expect(answer.headers.get('x-total-count')).toBe('2');
  });

  it.each([
    'name',
    'projectCount',
    'collectionProjectCount',
    'policyCount',
    'notificationRuleCount',
    'vulnerabilityCount',
  ])('GET /tag is sorted by %s', async (field) => {
    expect((await list(`sortName=${field}&sortOrder=desc`)).status).toBe(200);
  });

  it('GET /tag puts the most used first when sorted that way, and refuses other fields', async () => {
    const found = await list('searchText=use-&sortName=projectCount&sortOrder=desc');
    expect(names(found.body)).toEqual(['use-much', 'use-little']);
    expect((await list('sortName=id&sortOrder=asc')).body).toMatchObject({
      status: 400,
      type: '/problems/invalid-sort-field',
      supportedFields: expect.arrayContaining(['projectCount']),
    });
  });

  it('GET /tag comes in pages', async () => {
    await put(['page-1', 'page-2', 'page-3']);
    const second = await list('searchText=page-&pageNumber=2&pageSize=2');
    expect([names(second.body), second.headers.get('x-total-count')]).toEqual([['page-3'], '3']);
    const first = await list('searchText=page-&pageNumber=1&pageSize=2');
    expect(first.headers.get('link')).toContain('rel="next"');
  });

  it('POST /tag/{name}/project tags projects; repeated tagging and unknown projects are accepted', async () => {
    await put(['hand-made']);
    const [one, two] = [await createProject(), await createProject()];
    const tag = (uuids: string[]) => service.asAdmin('POST', '/api/v1/tag/Hand-Made/project', uuids);
    expect((await tag([one.uuid])).status).toBe(204);
    expect((await tag([one.uuid, two.uuid, NOBODY])).status).toBe(204);
    expect(names(await tagged('hand-made'))).toEqual([one.name, two.name]);
    expect(await tagged('hand-made')).toEqual([
      { uuid: one.uuid, name: one.name },
      { uuid: two.uuid, name: two.name },
    ]);
  });

  it('DELETE /tag/{name}/project removes the tag', async () => {
    const project = await createProject({ tags: [{ name: 'to-go' }, { name: 'to-stay' }] });
    const answer = await service.asAdmin('DELETE', '/api/v1/tag/to-go/project', [project.uuid, NOBODY]);
    expect(answer.status).toBe(204);
    expect(await tagged('to-go')).toEqual([]);
    expect(await tagged('to-stay')).toHaveLength(1);
  });

  it('POST and DELETE /tag/{name}/project refuse an unknown tag with 404', async () => {
    for (const method of ['POST', 'DELETE']) {
      const answer = await service.asAdmin(method, '/api/v1/tag/unknown/project', [NOBODY]);
      expect(answer.body).toMatchObject({
        status: 404,
        title: 'Resource does not exist',
        detail: 'A tag with name unknown does not exist',
      });
    }
  });

  it('POST and DELETE /tag/{name}/project take 1 to 100 UUIDs', async () => {
    await put(['limits']);
    for (const method of ['POST', 'DELETE']) {
      const send = (uuids: string[]) => service.asAdmin(method, '/api/v1/tag/limits/project', uuids);
      expect((await send([])).status).toBe(400);
      expect((await send(Array(100).fill(NOBODY))).status).toBe(204);
      expect((await send(Array(101).fill(NOBODY))).status).toBe(400);
      expect((await send(['x'])).status).toBe(400);
    }
  });

  it('GET /tag/{name}/project is sorted by name or version; of an unknown tag it is empty', async () => {
    await createProject({ name: 'sorted b', version: '1', tags: [{ name: 'sorted' }] });
    await createProject({ name: 'sorted a', version: '2', tags: [{ name: 'sorted' }] });
    expect(names(await tagged('sorted'))).toEqual(['sorted a', 'sorted b']);
    expect(names(await tagged('sorted', 'sortName=version&sortOrder=asc'))).toEqual(['sorted b', 'sorted a']);
    expect(await tagged('unknown')).toEqual([]);
  });

  it('GET /tag/{name}/collectionProject lists the projects that collect by the tag', async () => {
    const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG';
    const project = await createProject({ collectionLogic, collectionTag: { name: 'collected' } });
    const answer = await service.asAdmin('GET', '/api/v1/tag/collected/collectionProject');
    expect(answer.body).toEqual([{ uuid: project.uuid, name: project.name }]);
    expect(answer.headers.get('x-total-count')).toBe('1');
  });

  describe('DELETE /tag', () => {
    const remove = (tags: string[]) => service.asAdmin('DELETE', '/api/v1/tag', tags);

    it('has the names in its body and answers 204; projects lose the tags', async () => {
      const project = await createProject({ tags: [{ name: 'del-1' }, { name: 'keep-1' }] });
      await put(['del-2']);
      expect((await remove(['DEL-1', 'del-2'])).status).toBe(204);
      const { body } = await service.asAdmin('GET', `/api/v1/project/${project.uuid}`);
      expect(body.tags).toEqual([{ name: 'keep-1' }]);
      expect((await list('searchText=del-')).body).toEqual([]);
    });

    it('deletes nothing when one of the tags cannot be deleted, and gives the reason of each', async () => {
      const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG';
      await createProject({ collectionLogic, collectionTag: { name: 'stay-1' } });
      await put(['stay-2']);
      const answer = await remove(['stay-1', 'stay-2', 'stay-unknown']);
      expect(answer.body).toMatchObject({
        status: 400,
        title: 'Tag operation failed',
        errors: {
          'stay-1': 'The tag is used by 1 collection project(s)',
          'stay-unknown': 'Tag does not exist',
        },
      });
      expect(answer.body.errors).not.toHaveProperty('stay-2');
      expect(names((await list('searchText=stay-')).body)).toEqual(['stay-1', 'stay-2']);
    });

    it('refuses tags of projects to a caller who may not change projects', async () => {
      const { apiKey } = await createTeamKey(service, 'TAG_MANAGEMENT');
      await createProject({ tags: [{ name: 'not-yours' }] });
      await put(['anyones']);
      const asKey = (tags: string[]) => service.request('DELETE', '/api/v1/tag', { apiKey, body: tags });
      expect((await asKey(['not-yours'])).body.errors['not-yours']).toContain('PORTFOLIO_MANAGEMENT');
      expect((await asKey(['anyones'])).status).toBe(204);
    });

    it('succeeds while projects are being tagged', async () => {
      await put(['race-a', 'race-b']);
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, i) => {
          if (i % 3 === 0) return remove(i % 2 ? ['race-a', 'race-b'] : ['race-b', 'race-a']);
          const tags = i % 2 ? [{ name: 'race-a' }, { name: 'race-b' }] : [{ name: 'race-b' }];
          return service.asAdmin('PUT', '/api/v1/project', { name: `tag race ${i}`, tags });
        }),
      );
      for (const answer of answers) expect([201, 204, 400, 409], answer.text).toContain(answer.status);
    });
  });
});
