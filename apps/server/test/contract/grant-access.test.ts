import type { Permission } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../support/access-rules.ts';
import { createTeamKey, switchAccessControl, type TeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn } from '../support/test-users.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

/** The permission that every case grants, revokes or concerns. */
const PERMISSION = 'SYSTEM_CONFIGURATION';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Case {
  readonly name: string;
  /** The part of ACCESS_MANAGEMENT that the operation requires. */
  readonly part: Permission;
  /** Creates new users and teams, and returns the request to send. */
  prepare(): Promise<Request>;
}

async function createTeam(...permissions: Permission[]): Promise<string> {
  const { body } = await service.asAdmin('PUT', '/api/v1/team', { name: `team ${crypto.randomUUID()}` });
  await service.asAdmin('PUT', '/api/v1/permission/team', { team: body.uuid, permissions });
  return body.uuid;
}

async function createUserWith(...permissions: Permission[]): Promise<string> {
  const username = await createUser(service);
  await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
  return username;
}

async function createMemberOf(team: string): Promise<string> {
  const username = await createUser(service);
  await service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team });
  return username;
}

async function createExternalUser(kind: 'ldap' | 'oidc'): Promise<string> {
  const username = `user-${crypto.randomUUID()}`;
  await service.asAdmin('PUT', `/api/v1/user/${kind}`, { username });
  await service.asAdmin('POST', `/api/v1/permission/${PERMISSION}/user/${username}`);
  return username;
}

const keepPassword = { newPassword: null, confirmPassword: null };
const [UPDATE, CREATE, DELETE] = [
  'ACCESS_MANAGEMENT_UPDATE',
  'ACCESS_MANAGEMENT_CREATE',
  'ACCESS_MANAGEMENT_DELETE',
] as const;

const cases: Case[] = [
  {
    name: 'granting to a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/permission/${PERMISSION}/user/${await createUser(service)}`,
    }),
  },
  {
    name: 'granting to a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/permission/${PERMISSION}/team/${await createTeam()}`,
    }),
  },
  {
    name: 'setting the permissions of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/user',
      body: { username: await createUser(service), permissions: [PERMISSION] },
    }),
  },
  {
    name: 'setting the permissions of a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/team',
      body: { team: await createTeam(), permissions: [PERMISSION] },
    }),
  },
  {
    name: 'adding a user to a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/user/${await createUser(service)}/membership`,
      body: { uuid: await createTeam(PERMISSION) },
    }),
  },
  {
    name: 'setting the teams of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/user/membership',
      body: {
        username: await createUser(service),
        teams: [await createTeam(), await createTeam(PERMISSION)],
      },
    }),
  },
  {
    name: 'creating an API key for a team',
    part: CREATE,
    prepare: async () => ({ method: 'PUT', path: `/api/v1/team/${await createTeam(PERMISSION)}/key` }),
  },
  {
    name: 'regenerating an API key of a team',
    part: CREATE,
    prepare: async () => {
      const { body } = await service.asAdmin('PUT', `/api/v1/team/${await createTeam(PERMISSION)}/key`);
      return { method: 'POST', path: `/api/v1/team/key/${body.publicId}` };
    },
  },
  {
    name: 'changing the password of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createUserWith(PERMISSION)),
    }),
  },
  {
    name: 'suspending a user whose team has the permission',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createMemberOf(await createTeam(PERMISSION)), { ...keepPassword, suspended: true }),
    }),
  },
  {
    name: 'forcing a user to change the password',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createUserWith(PERMISSION), { ...keepPassword, forcePasswordChange: true }),
    }),
  },
  {
    name: 'renaming a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/user/${await createUserWith(PERMISSION)}/rename`,
      body: { username: `user-${crypto.randomUUID()}` },
    }),
  },
  {
    name: 'deleting a managed user',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: '/api/v1/user/managed',
      body: { username: await createUserWith(PERMISSION) },
    }),
  },
  {
    name: 'deleting an LDAP user',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: '/api/v1/user/ldap',
      body: { username: await createExternalUser('ldap') },
    }),
  },
  {
    name: 'deleting an OIDC user',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: '/api/v1/user/oidc',
      body: { username: await createExternalUser('oidc') },
    }),
  },
];

async function createKeyOf(team: string): Promise<string> {
  return (await service.asAdmin('PUT', `/api/v1/team/${team}/key`)).body.publicId;
}

const revokeCases: Case[] = [
  {
    name: 'revoking a permission from a user',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: `/api/v1/permission/${PERMISSION}/user/${await createUserWith(PERMISSION)}`,
    }),
  },
  {
    name: 'revoking a permission from a team',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: `/api/v1/permission/${PERMISSION}/team/${await createTeam(PERMISSION)}`,
    }),
  },
  {
    name: 'emptying the permissions of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/user',
      body: { username: await createUserWith(PERMISSION), permissions: [] },
    }),
  },
  {
    name: 'emptying the permissions of a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/team',
      body: { team: await createTeam(PERMISSION), permissions: [] },
    }),
  },
  {
    name: 'granting to a user who has more',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/permission/${UPDATE}/user/${await createUserWith(PERMISSION)}`,
    }),
  },
  {
    name: 'removing a user from a team',
    part: DELETE,
    prepare: async () => {
      const team = await createTeam(PERMISSION);
      const username = await createMemberOf(team);
      return { method: 'DELETE', path: `/api/v1/user/${username}/membership`, body: { uuid: team } };
    },
  },
  {
    name: 'removing a user from all teams',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/user/membership',
      body: { username: await createMemberOf(await createTeam(PERMISSION)), teams: [] },
    }),
  },
  {
    name: 'renaming a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/team',
      body: { uuid: await createTeam(PERMISSION), name: `team ${crypto.randomUUID()}` },
    }),
  },
  {
    name: 'deleting a team',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: '/api/v1/team',
      body: { uuid: await createTeam(PERMISSION) },
    }),
  },
  {
    name: 'deleting an API key',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: `/api/v1/team/key/${await createKeyOf(await createTeam(PERMISSION))}`,
    }),
  },
  {
    name: 'commenting on an API key',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/team/key/${await createKeyOf(await createTeam(PERMISSION))}/comment`,
      body: 'a comment',
    }),
  },
];

const send = ({ method, path, body }: Request, apiKey: string) =>
  service.request(method, path, { apiKey, body });

describe('A caller with a part of ACCESS_MANAGEMENT grants, revokes and changes only permissions that it has', () => {
  const all = [...cases, ...revokeCases];

  it.each(all)(
    '$name answers 403 with the missing permissions, and changes nothing',
    async ({ prepare, part }) => {
      const request = await prepare();
      const refused = await send(request, await apiKeyWith(service, [part, 'VIEW_PORTFOLIO']));
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ missingPermissions: [PERMISSION], status: 403 });
      expect(refused.body.detail).toContain(PERMISSION);
      // A grant or a membership that had been stored would be answered with 304 now.
      const allowed = await service.asAdmin(request.method, request.path, request.body);
      expect([200, 201, 204]).toContain(allowed.status);
    },
  );

  it.each(all)('$name is allowed to a caller who has the permission itself', async ({ prepare, part }) => {
    const apiKey = await apiKeyWith(service, [part, PERMISSION]);
    expect([200, 201, 204]).toContain((await send(await prepare(), apiKey)).status);
  });

  it.each(all)('$name is allowed with ACCESS_MANAGEMENT alone', async ({ prepare }) => {
    const apiKey = await apiKeyWith(service, ['ACCESS_MANAGEMENT']);
    expect([200, 201, 204]).toContain((await send(await prepare(), apiKey)).status);
  });
});

describe('A part of ACCESS_MANAGEMENT does not grant the whole', () => {
  const administrators = async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/team?searchText=Administrators');
    return body[0].uuid as string;
  };

  it('ACCESS_MANAGEMENT_CREATE cannot create a key for the team Administrators', async () => {
    const apiKey = await apiKeyWith(service, [CREATE]);
    const answer = await send({ method: 'PUT', path: `/api/v1/team/${await administrators()}/key` }, apiKey);
    expect(answer.status).toBe(403);
    expect(answer.body.missingPermissions).toContain('ACCESS_MANAGEMENT');
  });

  it('ACCESS_MANAGEMENT_UPDATE cannot grant administrator rights to any user, including the caller', async () => {
    const username = await createUserWith(UPDATE);
    const token = (await signIn(service, username)).text;
    const passwords = { newPassword: 'taken over by me', confirmPassword: 'taken over by me' };
    const attempts: Request[] = [
      { method: 'POST', path: `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}` },
      { method: 'POST', path: `/api/v1/user/${username}/membership`, body: { uuid: await administrators() } },
      { method: 'POST', path: '/api/v1/user/managed', body: newUser('admin', passwords) },
      { method: 'POST', path: '/api/v1/user/admin/rename', body: { username: 'nimda' } },
    ];
    for (const { method, path, body } of attempts) {
      expect((await service.request(method, path, { token, body })).status).toBe(403);
    }
    const own = await service.request('GET', '/api/v1/user/self/permissions', { token });
    expect(own.body).toEqual([UPDATE]);
  });

  it('all four parts together do not grant the whole', async () => {
    const apiKey = await apiKeyWith(service, [CREATE, UPDATE, DELETE, 'ACCESS_MANAGEMENT_READ']);
    const path = `/api/v1/permission/ACCESS_MANAGEMENT/user/${await createUser(service)}`;
    expect((await send({ method: 'POST', path }, apiKey)).status).toBe(403);
  });

  it('permissions of an administrator cannot be revoked', async () => {
    const username = await createUserWith(UPDATE, DELETE);
    const token = (await signIn(service, username)).text;
    const victim = await createUserWith('ACCESS_MANAGEMENT');
    const [team, key] = [await administrators(), await createKeyOf(await administrators())];
    const attempts: Request[] = [
      { method: 'PUT', path: '/api/v1/permission/user', body: { username: victim, permissions: [] } },
      { method: 'DELETE', path: `/api/v1/permission/ACCESS_MANAGEMENT/user/${victim}` },
      { method: 'POST', path: '/api/v1/user/managed', body: newUser(victim) },
      { method: 'DELETE', path: '/api/v1/user/managed', body: { username: victim } },
      { method: 'PUT', path: '/api/v1/permission/team', body: { team, permissions: [] } },
      { method: 'DELETE', path: '/api/v1/team', body: { uuid: team } },
      { method: 'DELETE', path: '/api/v1/user/admin/membership', body: { uuid: team } },
      { method: 'DELETE', path: `/api/v1/team/key/${key}` },
    ];
    for (const { method, path, body } of attempts) {
      const answer = await service.request(method, path, { token, body });
      expect([answer.status, answer.body.missingPermissions?.includes('ACCESS_MANAGEMENT')]).toEqual([
        403,
        true,
      ]);
    }
  });
});

describe('With portfolio access control on, projects are limited too', () => {
  const ALL_PARTS = [CREATE, UPDATE, DELETE, 'ACCESS_MANAGEMENT_READ', 'VIEW_PORTFOLIO'] as const;
  let mine: TeamKey;
  let theirs: TeamKey;
  let within: TeamKey;
  let top: string;
  let below: string;
  let hidden: string;

  const createProject = async (parent?: string) => {
    const body = { name: `project ${crypto.randomUUID()}`, ...(parent && { parent: { uuid: parent } }) };
    return (await service.asAdmin('PUT', '/api/v1/project', body)).body.uuid as string;
  };
  const map = (team: TeamKey, project: string) =>
    service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project });
  const asMine = (method: string, path: string, body?: unknown) =>
    service.request(method, path, { apiKey: mine.apiKey, body });

  beforeAll(async () => {
    mine = await createTeamKey(service, ...ALL_PARTS);
    theirs = await createTeamKey(service, 'VIEW_PORTFOLIO');
    within = await createTeamKey(service, 'VIEW_PORTFOLIO');
    top = await createProject();
    below = await createProject(top);
    hidden = await createProject();
    await map(mine, top);
    await map(within, below);
    await map(theirs, hidden);
    await switchAccessControl(service, true);
  });

  afterAll(() => switchAccessControl(service, false));

  it('only accessible projects can be mapped, to teams with no more access than the caller', async () => {
    const mapping = (team: TeamKey, project: string) =>
      asMine('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project });
    const refused = await mapping(mine, hidden);
    expect([refused.status, refused.body.title]).toEqual([403, 'Project access denied']);
    const beyond = await mapping(theirs, top);
    expect(beyond.status).toBe(403);
    expect(beyond.body.detail).toContain('projects that you may not see');
    expect(beyond.text).not.toContain(hidden);
    expect((await mapping(within, top)).status).toBe(200);
    expect((await asMine('GET', `/api/v1/project/${hidden}`)).status).toBe(403);
  });

  it('mappings are deleted within the same limits', async () => {
    const unmap = (team: TeamKey, project: string) =>
      asMine('DELETE', `/api/v1/acl/mapping/team/${team.teamUuid}/project/${project}`);
    expect((await unmap(theirs, hidden)).status).toBe(403);
    expect((await unmap(within, below)).status).toBe(200);
    expect((await map(within, below)).status).toBe(200);
  });

  it('keys and members of a team with more access cannot be changed', async () => {
    const username = await createUser(service);
    const member = await createMemberOf(theirs.teamUuid);
    const attempts: Request[] = [
      { method: 'PUT', path: `/api/v1/team/${theirs.teamUuid}/key` },
      { method: 'POST', path: `/api/v1/user/${username}/membership`, body: { uuid: theirs.teamUuid } },
      { method: 'DELETE', path: `/api/v1/user/${member}/membership`, body: { uuid: theirs.teamUuid } },
      { method: 'POST', path: '/api/v1/user/managed', body: newUser(member) },
      { method: 'DELETE', path: '/api/v1/team', body: { uuid: theirs.teamUuid } },
    ];
    for (const { method, path, body } of attempts) {
      expect((await asMine(method, path, body)).status, `${method} ${path}`).toBe(403);
    }
    expect((await asMine('PUT', `/api/v1/team/${within.teamUuid}/key`)).status).toBe(201);
  });

  it('full ACCESS_MANAGEMENT maps inaccessible projects', async () => {
    const { apiKey } = await createTeamKey(service, 'ACCESS_MANAGEMENT');
    const body = { team: within.teamUuid, project: hidden };
    expect((await service.request('PUT', '/api/v1/acl/mapping', { apiKey, body })).status).toBe(200);
    const path = `/api/v1/acl/mapping/team/${within.teamUuid}/project/${hidden}`;
    expect((await service.request('DELETE', path, { apiKey })).status).toBe(200);
  });

  it("the list of a team's projects has only accessible ones", async () => {
    const list = async (apiKey: string) =>
      service.request('GET', `/api/v1/acl/team/${theirs.teamUuid}`, { apiKey });
    const { apiKey } = await createTeamKey(service, 'ACCESS_MANAGEMENT');
    expect((await list(apiKey)).body).toMatchObject([{ uuid: hidden }]);
    const limited = await list(mine.apiKey);
    expect([limited.body, limited.headers.get('x-total-count')]).toEqual([[], '0']);
  });

  it.each(['/api/v1/configProperty', '/api/v1/configProperty/aggregate'])(
    'SYSTEM_CONFIGURATION alone does not switch access control off: %s',
    async (path) => {
      const update = {
        groupName: 'access-management',
        propertyName: 'acl.enabled',
        propertyValue: 'false',
      };
      const body = path.endsWith('aggregate') ? [update] : update;
      const apiKey = await apiKeyWith(service, ['SYSTEM_CONFIGURATION', UPDATE]);
      const refused = await service.request('POST', path, { apiKey, body });
      expect(refused.text).toContain('also needs the permission ACCESS_MANAGEMENT');
      expect((await asMine('GET', `/api/v1/project/${hidden}`)).status).toBe(403);
      const both = await apiKeyWith(service, ['SYSTEM_CONFIGURATION_UPDATE', 'ACCESS_MANAGEMENT']);
      expect((await service.request('POST', path, { apiKey: both, body })).text).toContain('"false"');
      await switchAccessControl(service, true);
    },
  );
});
