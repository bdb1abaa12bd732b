import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey } from '../support/team-key.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let teamUuid: string;
let projects = 0;

beforeAll(async () => {
  service = await startTestService();
  const permissions = [
    'VIEW_PORTFOLIO',
    'BOM_UPLOAD',
    'PROJECT_CREATION_UPLOAD',
    'PORTFOLIO_MANAGEMENT',
    'ACCESS_MANAGEMENT',
    'SYSTEM_CONFIGURATION',
    'PORTFOLIO_ACCESS_CONTROL_BYPASS',
  ] as const;
  ({ teamUuid } = await createTeamKey(service, ...permissions));
});
afterAll(() => service.close());

const createKey = (body: object): Promise<TestAnswer> =>
  service.asAdmin('POST', `/api/v2/teams/${teamUuid}/api-keys`, body);

async function createProject(parent?: string): Promise<string> {
  const body = { name: `project ${++projects}`, ...(parent && { parent: { uuid: parent } }) };
  return (await service.asAdmin('PUT', '/api/v1/project', body)).body.uuid;
}

const statusOf = async (apiKey: string, path = '/api/v1/project') =>
  (await service.request('GET', path, { apiKey })).status;

describe('An API key with an expiry', () => {
  it('works until then, and the refusal says when it expired', async () => {
    const expiresAt = Date.now() + 3_000;
    const { body } = await createKey({ expires_at: expiresAt, comment: 'short' });
    expect(body).toMatchObject({ expires_at: expiresAt, comment: 'short', expired: false });
    expect(await statusOf(body.key)).toBe(200);
    await expect.poll(() => statusOf(body.key), { timeout: 60_000 }).toBe(401);
    const { body: problem } = await service.request('GET', '/api/v1/project', { apiKey: body.key });
    expect(problem.detail).toContain(`expired on ${new Date(expiresAt).toISOString()}`);
    const { body: listed } = await service.asAdmin('GET', '/api/v2/api-keys');
    const { public_id } = body;
    expect(listed.items).toContainEqual(expect.objectContaining({ public_id, expired: true }));
  });

  it.each([0, 1_000, 253_402_300_800_000])('is refused if it would expire at %d', async (expires_at) => {
    const { status, body } = await createKey({ expires_at });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'body/expires_at' }]);
  });

  it('gets another expiry, or none', async () => {
    const { body: key } = await createKey({ expires_at: Date.now() + DAY_MS });
    const path = `/api/v2/api-keys/${key.public_id}`;
    const later = Date.now() + 2 * DAY_MS;
    expect((await service.asAdmin('PATCH', path, { expires_at: later })).body.expires_at).toBe(later);
    expect((await service.asAdmin('PATCH', path, { expires_at: null })).body).not.toHaveProperty(
      'expires_at',
    );
  });
});

describe('An API key that is limited to projects', () => {
  it('sees these projects and those below them, and no others', async () => {
    const own = await createProject();
    const below = await createProject(own);
    const other = await createProject();
    const { body } = await createKey({ projects: [own] });
    expect(body.projects).toMatchObject([{ uuid: own }]);
    const { body: listed } = await service.request('GET', '/api/v1/project', { apiKey: body.key });
    expect(listed.map(({ uuid }: { uuid: string }) => uuid).sort()).toEqual([own, below].sort());
    expect(await statusOf(body.key, `/api/v1/project/${below}`)).toBe(200);
    expect(await statusOf(body.key, `/api/v1/project/${other}`)).toBe(403);
  });

  it('has no permissions to manage access or the system, even if its team has', async () => {
    const { body } = await createKey({ projects: [await createProject()] });
    expect(await statusOf(body.key, '/api/v1/team')).toBe(403);
    expect(await statusOf(body.key, '/api/v1/configProperty')).toBe(403);
    const { body: own } = await service.request('PATCH', `/api/v2/api-keys/${body.public_id}`, {
      apiKey: body.key,
      body: { projects: null },
    });
    expect(own.status).toBe(403);
  });

  it('creates projects below its own only', async () => {
    const own = await createProject();
    const { body } = await createKey({ projects: [own] });
    const create = (project: object) =>
      service.request('PUT', '/api/v1/project', { apiKey: body.key, body: project });
    expect((await create({ name: 'below', version: '1', parent: { uuid: own } })).status).toBe(201);
    const refused = await create({ name: 'at the root', version: '1' });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('only below them');
    const other = await createProject();
    expect((await create({ name: 'elsewhere', parent: { uuid: other } })).status).toBeGreaterThanOrEqual(400);
  });

  it('sees nothing after its last project was deleted', async () => {
    const own = await createProject();
    await createProject();
    const { body } = await createKey({ projects: [own] });
    await service.asAdmin('DELETE', `/api/v1/project/${own}`);
    expect((await service.request('GET', '/api/v1/project', { apiKey: body.key })).body).toEqual([]);
  });

  it('is refused if a project does not exist', async () => {
    const { status, body } = await createKey({ projects: [crypto.randomUUID()] });
    expect(status).toBe(400);
    expect(body.detail).toContain('do not exist');
  });

  it('gets other projects, or no limit', async () => {
    const [first, second] = [await createProject(), await createProject()];
    const { body } = await createKey({ projects: [first] });
    const path = `/api/v2/api-keys/${body.public_id}`;
    const { body: changed } = await service.asAdmin('PATCH', path, { projects: [second] });
    expect(changed.projects).toMatchObject([{ uuid: second }]);
    expect(await statusOf(body.key, `/api/v1/project/${first}`)).toBe(403);
    expect((await service.asAdmin('PATCH', path, { projects: null })).body).not.toHaveProperty('projects');
    expect(await statusOf(body.key, `/api/v1/project/${first}`)).toBe(200);
  });
});

describe('The rotation of an API key', () => {
  it('creates a successor with the same teams, projects, comment and lifetime; both work during the overlap', async () => {
    const project = await createProject();
    const expires_at = Date.now() + 90 * DAY_MS;
    const { body: old } = await createKey({ comment: 'ci', projects: [project], expires_at });
    const { status, body } = await service.asAdmin('POST', `/api/v2/api-keys/${old.public_id}/rotation`, {
      overlap_hours: 48,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ comment: 'ci', teams: old.teams, projects: [{ uuid: project }] });
    expect(body.expires_at - body.created_at).toBe(old.expires_at - old.created_at);
    expect([await statusOf(old.key), await statusOf(body.key)]).toEqual([200, 200]);
    const { body: listed } = await service.asAdmin('GET', `/api/v2/api-keys?team=${teamUuid}`);
    const left = listed.items.find(({ public_id }: { public_id: string }) => public_id === old.public_id);
    expect(left.expires_at).toBe(body.created_at + 2 * DAY_MS);
  });

  it('without overlap ends the old key at once', async () => {
    const { body: old } = await createKey({});
    await service.asAdmin('POST', `/api/v2/api-keys/${old.public_id}/rotation`, { overlap_hours: 0 });
    expect(await statusOf(old.key)).toBe(401);
  });

  it('needs a key that exists', async () => {
    const { status } = await service.asAdmin('POST', '/api/v2/api-keys/abcdefgh/rotation', {});
    expect(status).toBe(404);
  });
});
