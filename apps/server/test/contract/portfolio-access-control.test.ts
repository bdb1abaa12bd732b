import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey, switchAccessControl, type TeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const DENIED = {
  status: 403,
  title: 'Project access denied',
  detail: 'Access to the requested project is forbidden',
};

interface Created {
  readonly uuid: string;
  readonly name: string;
}

describe('Portfolio access control', () => {
  let service: TestService;
  let mine: TeamKey;
  let theirs: TeamKey;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
    mine = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT', 'TAG_MANAGEMENT');
    theirs = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT');
    await switchAccessControl(service, true);
  });
  afterAll(() => service.close());

  const asMine = (method: string, path: string, body?: unknown) =>
    service.request(method, path, { apiKey: mine.apiKey, body });

  async function create(team: TeamKey | undefined, members: object = {}): Promise<Created> {
    const accessTeams = team ? [{ uuid: team.teamUuid }] : [];
    const body = { name: `project ${String(++projects).padStart(4, '0')}`, accessTeams, ...members };
    const answer = await service.asAdmin('PUT', '/api/v1/project', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }
  const mapping = (method: string, team: TeamKey, project: Created) =>
    method === 'PUT'
      ? service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: project.uuid })
      : service.asAdmin('DELETE', `/api/v1/acl/mapping/team/${team.teamUuid}/project/${project.uuid}`);
  const canRead = async ({ uuid }: Created) =>
    (await asMine('GET', `/api/v1/project/${uuid}`)).status === 200;

  it('filters lists silently, with the right totals', async () => {
    const tags = [{ name: 'seen' }];
    const seen = await create(mine, { name: 'list mine', tags, classifier: 'DATA' });
    await create(theirs, { name: 'list theirs', tags, classifier: 'DATA' });
    await create(undefined, { name: 'list nobody', tags, classifier: 'DATA' });
    for (const path of [
      '/api/v1/project?searchText=list',
      '/api/v1/project/concise?searchText=list',
      '/api/v1/project/tag/seen',
      '/api/v1/project/classifier/DATA',
      '/api/v1/tag/seen/project',
      `/api/v1/project/withoutDescendantsOf/${(await create(mine)).uuid}?name=list`,
    ]) {
      const answer = await asMine('GET', path);
      expect(answer.body, path).toMatchObject([{ uuid: seen.uuid }]);
      expect(answer.headers.get('x-total-count'), path).toBe('1');
    }
    const counted = await asMine('GET', '/api/v1/tag?searchText=seen');
    expect(counted.body).toMatchObject([{ name: 'seen', projectCount: 1 }]);
  });

  it('does not list tags that only inaccessible projects use', async () => {
    await create(theirs, { tags: [{ name: 'leak-hidden' }, { name: 'leak-shared' }] });
    await create(mine, { tags: [{ name: 'leak-shared' }] });
    await service.asAdmin('PUT', '/api/v1/tag', ['leak-unused']);
    const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);
    const listed = await asMine('GET', '/api/v1/tag?searchText=leak-');
    expect(names(listed)).toEqual(['leak-shared', 'leak-unused']);
    expect(listed.headers.get('x-total-count')).toBe('2');
    const all = await service.asAdmin('GET', '/api/v1/tag?searchText=leak-');
    expect(names(all)).toEqual(['leak-hidden', 'leak-shared', 'leak-unused']);
  });

  it('the reason why a tag cannot be deleted does not reveal inaccessible projects', async () => {
    await create(theirs, { tags: [{ name: 'held-hidden' }, { name: 'held-shared' }] });
    await create(mine, { tags: [{ name: 'held-shared' }] });
    const hidden = await asMine('DELETE', '/api/v1/tag', ['held-hidden']);
    expect(hidden.body.errors).toEqual({ 'held-hidden': 'Tag does not exist' });
    const shared = await asMine('DELETE', '/api/v1/tag', ['held-shared']);
    expect(shared.status).toBe(400);
    expect(shared.body.errors['held-shared']).not.toMatch(/\d/);
    expect((await service.asAdmin('GET', '/api/v1/tag?searchText=held-')).body).toHaveLength(2);
  });

  it('totals count only accessible projects, on every page', async () => {
    for (let i = 0; i < 5; i++) await create(i % 2 ? theirs : mine, { name: `total ${i}` });
    const answer = await asMine('GET', '/api/v1/project?searchText=total&pageNumber=1&pageSize=2');
    expect([answer.body.length, answer.headers.get('x-total-count')]).toEqual([2, '3']);
    const last = await asMine('GET', '/api/v1/project?searchText=total&pageNumber=2&pageSize=2');
    expect([last.body.length, last.headers.get('link')]).toEqual([1, null]);
  });

  it('answers 403 for an inaccessible project, and 404 for one that does not exist', async () => {
    const hidden = await create(theirs, { name: 'hidden', version: '1', isLatest: true });
    const { uuid } = hidden;
    const property = { groupName: 'g', propertyName: 'p', propertyType: 'STRING' };
    const requests: [string, string, unknown?][] = [
      ['GET', `/api/v1/project/${uuid}`],
      ['GET', '/api/v1/project/latest/hidden'],
      ['GET', '/api/v1/project/lookup?name=hidden&version=1'],
      ['GET', `/api/v1/project/${uuid}/children`],
      ['GET', `/api/v1/project/${uuid}/children/tag/x`],
      ['GET', `/api/v1/project/${uuid}/children/classifier/DATA`],
      ['GET', `/api/v1/project/withoutDescendantsOf/${uuid}`],
      ['POST', '/api/v1/project', { uuid, name: 'stolen' }],
      ['PATCH', `/api/v1/project/${uuid}`, { name: 'stolen' }],
      ['DELETE', `/api/v1/project/${uuid}`],
      ['GET', `/api/v1/project/${uuid}/property`],
      ['PUT', `/api/v1/project/${uuid}/property`, property],
      ['POST', `/api/v1/project/${uuid}/property`, property],
      ['DELETE', `/api/v1/project/${uuid}/property`, property],
    ];
    for (const [method, path, body] of requests) {
      expect((await asMine(method, path, body)).body, `${method} ${path}`).toMatchObject(DENIED);
    }
    expect((await service.asAdmin('GET', `/api/v1/project/${uuid}`)).body.name).toBe('hidden');
    expect((await asMine('GET', `/api/v1/project/${NOBODY}`)).status).toBe(404);
  });

  it('grants access by a mapping on an ancestor, as long as the project is below it', async () => {
    const top = await create(mine);
    const middle = await create(undefined, { parent: { uuid: top.uuid } });
    const bottom = await create(undefined, { parent: { uuid: middle.uuid } });
    const elsewhere = await create(theirs);
    expect([await canRead(top), await canRead(middle), await canRead(bottom)]).toEqual([true, true, true]);
    const moved = await service.asAdmin('PATCH', `/api/v1/project/${middle.uuid}`, {
      parent: { uuid: elsewhere.uuid },
    });
    expect(moved.status).toBe(200);
    expect([await canRead(top), await canRead(middle), await canRead(bottom)]).toEqual([true, false, false]);
  });

  it('leaves out an inaccessible parent', async () => {
    const parent = await create(theirs);
    const child = await create(mine, { name: 'visible child', parent: { uuid: parent.uuid } });
    expect((await asMine('GET', `/api/v1/project/${child.uuid}`)).body).not.toHaveProperty('parent');
    const [listed] = (await asMine('GET', '/api/v1/project?name=visible%20child')).body;
    expect(listed).not.toHaveProperty('parent');
    expect((await service.asAdmin('GET', `/api/v1/project/${child.uuid}`)).body.parent.uuid).toBe(
      parent.uuid,
    );
  });

  it('keeps an inaccessible parent when POST sends back the response of GET', async () => {
    const parent = await create(theirs);
    const child = await create(mine, { parent: { uuid: parent.uuid } });
    const parentOf = async () => (await service.asAdmin('GET', `/api/v1/project/${child.uuid}`)).body.parent;
    const shown = (await asMine('GET', `/api/v1/project/${child.uuid}`)).body;
    for (const members of [{ description: 'new' }, { parent: null }, {}]) {
      expect((await asMine('POST', '/api/v1/project', { ...shown, ...members })).status).toBe(200);
      expect(await parentOf()).toMatchObject({ uuid: parent.uuid });
    }
  });

  it('lets POST detach a project from an accessible parent, or move it from an inaccessible one', async () => {
    const [seen, hidden] = [await create(mine), await create(theirs)];
    const child = await create(mine, { parent: { uuid: hidden.uuid } });
    const replace = (members: object) =>
      asMine('POST', '/api/v1/project', { uuid: child.uuid, name: child.name, ...members });
    expect((await replace({ parent: { uuid: seen.uuid } })).body.parent.uuid).toBe(seen.uuid);
    expect((await replace({})).body).not.toHaveProperty('parent');
    expect((await service.asAdmin('GET', `/api/v1/project/${child.uuid}`)).body).not.toHaveProperty('parent');
  });

  it('lists only accessible versions', async () => {
    const visible = await create(mine, { name: 'two versions', version: '1' });
    await create(theirs, { name: 'two versions', version: '2' });
    const { body } = await asMine('GET', `/api/v1/project/${visible.uuid}`);
    expect(body.versions.map((version: { version: string }) => version.version)).toEqual(['1']);
  });

  it('a deleted mapping takes effect with the next request', async () => {
    const project = await create(mine, { name: 'on and off' });
    const listed = async () => (await asMine('GET', '/api/v1/project?name=on%20and%20off')).body.length;
    for (let round = 0; round < 3; round++) {
      expect([await canRead(project), await listed(), await listed()]).toEqual([true, 1, 1]);
      expect((await mapping('DELETE', mine, project)).status).toBe(200);
      expect([await canRead(project), await listed(), await listed()]).toEqual([false, 0, 0]);
      expect((await mapping('PUT', mine, project)).status).toBe(200);
    }
  });

  it('PORTFOLIO_ACCESS_CONTROL_BYPASS sees everything', async () => {
    const bypass = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_ACCESS_CONTROL_BYPASS');
    const hidden = await create(theirs);
    const answer = await service.request('GET', `/api/v1/project/${hidden.uuid}`, { apiKey: bypass.apiKey });
    expect(answer.status).toBe(200);
  });

  it('batchDelete skips inaccessible projects', async () => {
    const [own, foreign] = [await create(mine), await create(theirs)];
    const answer = await asMine('POST', '/api/v1/project/batchDelete', [own.uuid, foreign.uuid]);
    expect(answer.status).toBe(204);
    expect((await service.asAdmin('GET', `/api/v1/project/${own.uuid}`)).status).toBe(404);
    expect((await service.asAdmin('GET', `/api/v1/project/${foreign.uuid}`)).status).toBe(200);
  });

  it('tagging and untagging skip inaccessible projects', async () => {
    const tags = [{ name: 'fixed' }];
    const [own, foreign] = [await create(mine, { tags }), await create(theirs, { tags })];
    await service.asAdmin('PUT', '/api/v1/tag', ['given']);
    const uuids = [own.uuid, foreign.uuid];
    expect((await asMine('POST', '/api/v1/tag/given/project', uuids)).status).toBe(204);
    expect((await asMine('DELETE', '/api/v1/tag/fixed/project', uuids)).status).toBe(204);
    const tagsOf = async ({ uuid }: Created) =>
      (await service.asAdmin('GET', `/api/v1/project/${uuid}`)).body.tags;
    expect([await tagsOf(own), await tagsOf(foreign)]).toEqual([[{ name: 'given' }], [{ name: 'fixed' }]]);
  });

  it('refuses an inaccessible parent with 403', async () => {
    const parent = await create(theirs);
    const detail = 'Access to the requested parent project is forbidden';
    const created = await asMine('PUT', '/api/v1/project', {
      name: 'under theirs',
      parent: { uuid: parent.uuid },
    });
    expect(created.body).toMatchObject({ ...DENIED, detail });
    const own = await create(mine);
    const moved = await asMine('PATCH', `/api/v1/project/${own.uuid}`, { parent: { uuid: parent.uuid } });
    expect(moved.body).toMatchObject({ ...DENIED, detail });
  });

  it('refuses to move the latest flag from an inaccessible project with 403', async () => {
    const latest = await create(theirs, { name: 'contested', version: '1', isLatest: true });
    const own = await create(mine, { name: 'contested', version: '2' });
    const detail = 'Access to the previous latest project version is forbidden';
    const patched = await asMine('PATCH', `/api/v1/project/${own.uuid}`, { isLatest: true });
    expect(patched.body).toMatchObject({ ...DENIED, detail });
    const created = await asMine('PUT', '/api/v1/project', {
      name: 'contested',
      version: '3',
      isLatest: true,
    });
    expect(created.body).toMatchObject({ ...DENIED, detail });
    expect((await service.asAdmin('GET', `/api/v1/project/${latest.uuid}`)).body.isLatest).toBe(true);
  });

  it('a project created by an API key is mapped to the key’s first team', async () => {
    const answer = await asMine('PUT', '/api/v1/project', { name: 'by key' });
    expect(answer.status).toBe(201);
    expect(await canRead(answer.body)).toBe(true);
    const [listed] = (await asMine('GET', '/api/v1/project/concise?name=by%20key')).body;
    expect(listed.teams).toEqual([{ name: mine.teamName }]);
    expect(
      (await asMine('GET', `/api/v1/project/concise?team=${encodeURIComponent(mine.teamName)}&name=by%20key`))
        .body,
    ).toHaveLength(1);
  });

  it('accessTeams are named by UUID or by name, if the caller may see them', async () => {
    const put = (accessTeams: object[]) =>
      asMine('PUT', '/api/v1/project', { name: `access teams ${++projects}`, accessTeams });
    expect((await put([{ name: mine.teamName }])).status).toBe(201);
    expect((await put([{ uuid: mine.teamUuid.toUpperCase() }])).status).toBe(201);
    for (const invisible of [{ name: theirs.teamName }, { uuid: theirs.teamUuid }, { uuid: NOBODY }, {}]) {
      expect((await put([invisible])).status, JSON.stringify(invisible)).toBe(400);
    }
  });

  it('is off by default: everyone with VIEW_PORTFOLIO sees everything', async () => {
    const hidden = await create(theirs, { name: 'switch' });
    const listed = async () => (await asMine('GET', '/api/v1/project?name=switch')).body.length;
    expect([await canRead(hidden), await listed()]).toEqual([false, 0]);
    await switchAccessControl(service, false);
    expect([await canRead(hidden), await listed()]).toEqual([true, 1]);
    const unmapped = (await asMine('PUT', '/api/v1/project', { name: 'created while off' })).body;
    await switchAccessControl(service, true);
    expect([await canRead(hidden), await canRead(unmapped), await listed()]).toEqual([false, false, 0]);
  });

  describe('the mappings', () => {
    it('are listed by GET /acl/team/{uuid}, even if the caller may not access the projects', async () => {
      const manager = await createTeamKey(service, 'ACCESS_MANAGEMENT');
      const team = await createTeamKey(service);
      const parent = await create(team, { name: 'mapped parent' });
      await create(team, { name: 'mapped child', active: false, parent: { uuid: parent.uuid } });
      const list = async (query: string) => {
        const answer = await service.request('GET', `/api/v1/acl/team/${team.teamUuid}?${query}`, manager);
        return [answer.body.map((project: Created) => project.name), answer.headers.get('x-total-count')];
      };
      expect(await list('')).toEqual([['mapped child', 'mapped parent'], '2']);
      expect(await list('excludeInactive=true')).toEqual([['mapped parent'], '1']);
      expect(await list('onlyRoot=true')).toEqual([['mapped parent'], '1']);
      expect((await service.asAdmin('GET', `/api/v1/acl/team/${NOBODY}`)).status).toBe(404);
    });

    it('are excluded by notAssignedToTeamWithUuid', async () => {
      const mapped = await create(mine, { name: 'candidate one' });
      const unmapped = await create(theirs, { name: 'candidate two' });
      const query = `searchText=candidate&notAssignedToTeamWithUuid=${mine.teamUuid}`;
      const found = (await service.asAdmin('GET', `/api/v1/project?${query}`)).body.map(
        (p: Created) => p.uuid,
      );
      expect(found).toEqual([unmapped.uuid]);
      expect(found).not.toContain(mapped.uuid);
    });

    it('are created by PUT /acl/mapping with 200, and refused with 409 if they exist', async () => {
      const project = await create(undefined);
      const made = await mapping('PUT', mine, project);
      expect([made.status, made.text]).toEqual([200, '']);
      expect((await mapping('PUT', mine, project)).status).toBe(409);
    });

    it('are deleted by DELETE /acl/mapping/… with 200, and 404 if they do not exist', async () => {
      const project = await create(mine);
      expect((await mapping('DELETE', mine, project)).status).toBe(200);
      expect((await mapping('DELETE', mine, project)).status).toBe(404);
    });

    it('are answered with 404 for unknown teams and projects', async () => {
      const project = await create(undefined);
      const ghost = { uuid: NOBODY, name: 'ghost' };
      expect((await mapping('PUT', mine, ghost)).body).toMatchObject({
        status: 404,
        title: 'Resource does not exist',
      });
      expect((await mapping('DELETE', mine, ghost)).status).toBe(404);
      expect((await mapping('PUT', { ...mine, teamUuid: NOBODY }, project)).status).toBe(404);
    });
  });
});
