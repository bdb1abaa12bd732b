import { type Permission, savedViewOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, signIn } from '../support/test-users.ts';

const VIEWS = '/api/v2/saved-views';
const CRITICAL = { name: 'Critical', page: 'findings', query: 'sev=CRITICAL&q=log4j%20core' };

interface Person {
  readonly username: string;
  readonly call: TestService['asAdmin'];
}

describe('Saved views', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function person(...permissions: Permission[]): Promise<Person> {
    const username = await createUser(service);
    if (permissions.length > 0)
      await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
    const token = (await signIn(service, username)).text;
    return { username, call: (method, path, body) => service.request(method, path, { token, body }) };
  }

  const save = async ({ call }: Person, view: object = {}) =>
    (await call('POST', VIEWS, { ...CRITICAL, ...view })).body;

  async function namesFor({ call }: Person, query = ''): Promise<string[]> {
    const { body } = await call('GET', `${VIEWS}${query}`);
    return body.items.map(({ name }: { name: string }) => name);
  }

  describe('require a user', () => {
    itKeepsAccessRules(Object.values(savedViewOperations), () => service);

    it('API keys have no views: 401', async () => {
      const apiKey = await apiKeyWith(service, ['VIEW_VULNERABILITY', 'PORTFOLIO_MANAGEMENT']);
      const answers = await Promise.all([
        service.request('GET', VIEWS, { apiKey }),
        service.request('POST', VIEWS, { apiKey, body: CRITICAL }),
        service.request('PATCH', `${VIEWS}/${crypto.randomUUID()}`, { apiKey, body: { name: 'x' } }),
        service.request('DELETE', `${VIEWS}/${crypto.randomUUID()}`, { apiKey }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    });
  });

  it('are saved, changed in part and deleted by their owner, without any permission', async () => {
    const owner = await person();
    const created = await owner.call('POST', VIEWS, { ...CRITICAL, name: '  Critical ' });
    expect(created.status).toBe(201);
    const { uuid } = created.body;
    const view = {
      ...CRITICAL,
      uuid,
      shared: false,
      own: true,
      owner: owner.username,
      may_update: true,
      may_delete: true,
      created_at: expect.any(Number),
    };
    expect(created.body).toEqual(view);
    const { body: list } = await owner.call('GET', `${VIEWS}?page=findings`);
    expect(list).toEqual({ items: [view], total: { count: 1, type: 'EXACT' } });
    const renamed = await owner.call('PATCH', `${VIEWS}/${uuid}`, { name: 'Worst' });
    expect(renamed.status).toBe(200);
    const changed = { ...view, name: 'Worst', updated_at: expect.any(Number) };
    expect(renamed.body).toEqual(changed);
    const replaced = await owner.call('PATCH', `${VIEWS}/${uuid}`, { query: '' });
    expect(replaced.body).toEqual({ ...changed, query: '' });
    expect((await owner.call('DELETE', `${VIEWS}/${uuid}`)).status).toBe(204);
    expect((await owner.call('DELETE', `${VIEWS}/${uuid}`)).status).toBe(404);
    expect(await namesFor(owner)).toEqual([]);
  });

  it('are private unless shared, and shared ones are seen by users who may open the page', async () => {
    const owner = await person('VIEW_VULNERABILITY');
    const reader = await person('VIEW_VULNERABILITY');
    const outsider = await person('VIEW_PORTFOLIO');
    const manager = await person('VIEW_VULNERABILITY', 'PORTFOLIO_MANAGEMENT');
    const { uuid } = await save(owner, { name: 'For all' });
    await save(owner, { name: 'Mine' });
    for (const other of [reader, outsider, manager]) {
      expect(await namesFor(other)).toEqual([]);
      expect((await other.call('PATCH', `${VIEWS}/${uuid}`, { shared: true })).status).toBe(404);
      expect((await other.call('DELETE', `${VIEWS}/${uuid}`)).status).toBe(404);
    }
    expect((await owner.call('PATCH', `${VIEWS}/${uuid}`, { shared: true })).body.shared).toBe(true);
    expect(await namesFor(outsider)).toEqual([]);
    const { body } = await reader.call('GET', VIEWS);
    expect(body.items).toEqual([
      expect.objectContaining({
        uuid,
        owner: owner.username,
        own: false,
        may_update: false,
        may_delete: false,
      }),
    ]);
    expect(await namesFor(manager)).toEqual(['For all']);
    await owner.call('PATCH', `${VIEWS}/${uuid}`, { shared: false });
    expect(await namesFor(reader)).toEqual([]);
  });

  it('are shared only by users who may open the page', async () => {
    const owner = await person('VIEW_PORTFOLIO');
    const refused = await owner.call('POST', VIEWS, { ...CRITICAL, shared: true });
    expect(refused.status).toBe(403);
    const { uuid } = await save(owner);
    expect((await owner.call('PATCH', `${VIEWS}/${uuid}`, { shared: true })).status).toBe(403);
  });

  it('are changed and deleted by their owner, and if shared also by managers of the portfolio', async () => {
    const owner = await person('VIEW_VULNERABILITY');
    const reader = await person('VIEW_VULNERABILITY');
    const editor = await person('VIEW_VULNERABILITY', 'PORTFOLIO_MANAGEMENT_UPDATE');
    const remover = await person('VIEW_VULNERABILITY', 'PORTFOLIO_MANAGEMENT_DELETE');
    const { uuid } = await save(owner, { name: 'Team', shared: true });
    const path = `${VIEWS}/${uuid}`;
    expect((await reader.call('PATCH', path, { name: 'Taken' })).status).toBe(403);
    expect((await remover.call('PATCH', path, { name: 'Taken' })).status).toBe(403);
    expect((await reader.call('DELETE', path)).status).toBe(403);
    expect((await editor.call('DELETE', path)).status).toBe(403);
    const changed = await editor.call('PATCH', path, { name: 'Our team' });
    expect(changed.body).toMatchObject({ name: 'Our team', own: false, owner: owner.username });
    expect((await remover.call('DELETE', path)).status).toBe(204);
    expect(await namesFor(owner)).toEqual([]);
  });

  it('have names that are unique per owner, regardless of case', async () => {
    const owner = await person('VIEW_VULNERABILITY');
    const other = await person('VIEW_VULNERABILITY');
    await save(owner);
    const { uuid } = await save(owner, { name: 'Other' });
    await save(other, { shared: true });
    const twice = await owner.call('POST', VIEWS, { ...CRITICAL, name: 'CRITICAL ' });
    expect(twice.status).toBe(409);
    expect(twice.body).toMatchObject({
      type: '/problems/saved-view-exists',
      title: 'Resource already exists',
    });
    expect((await owner.call('PATCH', `${VIEWS}/${uuid}`, { name: 'critical' })).status).toBe(409);
    expect((await owner.call('PATCH', `${VIEWS}/${uuid}`, { name: 'OTHER' })).body.name).toBe('OTHER');
  });

  it('are deleted with their user if private, and stay without owner if shared', async () => {
    const owner = await person('VIEW_VULNERABILITY');
    const manager = await person('VIEW_VULNERABILITY', 'PORTFOLIO_MANAGEMENT');
    const { uuid } = await save(owner, { name: 'Left behind', shared: true });
    await save(owner, { name: 'Gone' });
    const { status } = await service.asAdmin('DELETE', '/api/v1/user/managed', { username: owner.username });
    expect(status).toBe(204);
    const { body } = await manager.call('GET', VIEWS);
    const left = body.items.find((view: { uuid: string }) => view.uuid === uuid);
    expect(left).toMatchObject({ own: false, may_update: true });
    expect(left).not.toHaveProperty('owner');
    const hidden = await manager.call('PATCH', `${VIEWS}/${uuid}`, { shared: false });
    expect(hidden.status).toBe(409);
    expect((await manager.call('DELETE', `${VIEWS}/${uuid}`)).status).toBe(204);
  });

  it('are listed in pages, the own ones first, then by name', async () => {
    const owner = await person('VIEW_VULNERABILITY');
    const other = await person('VIEW_VULNERABILITY');
    for (const name of ['p3', 'P1', 'p2']) await save(owner, { name });
    await save(other, { name: 'p0', shared: true });
    const { body: first } = await owner.call('GET', `${VIEWS}?limit=2`);
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['P1', 'p2']);
    const next = `?limit=2&page_token=${first.next_page_token}`;
    expect((await namesFor(owner, next))[0]).toBe('p3');
    expect(await namesFor(owner, '?limit=1000')).toContain('p0');
    expect((await other.call('GET', `${VIEWS}${next}`)).status).toBe(400);
  });

  it('are limited to 100 per user, also by concurrent requests', async () => {
    const owner = await person();
    const answers = await Promise.all(Array.from({ length: 105 }, (_, n) => save(owner, { name: `v${n}` })));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ type: '/problems/too-many-saved-views' });
    expect((await owner.call('GET', VIEWS)).body.total.count).toBe(100);
  });

  it.each([
    { name: '' },
    { name: ' \t ' },
    { name: 'x'.repeat(101) },
    { name: 'two\nlines' },
    { page: 'elsewhere' },
    { query: 'x'.repeat(2001) },
    { query: 'a b' },
    { query: 'a#b' },
    { query: 'sev="><script>' },
    { query: 'nul\u0000' },
    { query: null },
    { shared: 'yes' },
    { owner: 'admin' },
  ])('are refused: %j', async (wrong) => {
    const answer = await service.asAdmin('POST', VIEWS, { ...CRITICAL, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});
