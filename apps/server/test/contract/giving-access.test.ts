import type { Permission } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn } from '../support/test-users.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

/** What is given, or reached, in every case. */
const GIVEN = 'SYSTEM_CONFIGURATION';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Case {
  readonly name: string;
  /** The part of ACCESS_MANAGEMENT that opens the operation. */
  readonly part: Permission;
  /** Sets the stage anew and says what to ask for. */
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
  await service.asAdmin('POST', `/api/v1/permission/${GIVEN}/user/${username}`);
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
      path: `/api/v1/permission/${GIVEN}/user/${await createUser(service)}`,
    }),
  },
  {
    name: 'granting to a team',
    part: UPDATE,
    prepare: async () => ({ method: 'POST', path: `/api/v1/permission/${GIVEN}/team/${await createTeam()}` }),
  },
  {
    name: 'setting the permissions of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/user',
      body: { username: await createUser(service), permissions: [GIVEN] },
    }),
  },
  {
    name: 'setting the permissions of a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/permission/team',
      body: { team: await createTeam(), permissions: [GIVEN] },
    }),
  },
  {
    name: 'putting a user into a team',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/user/${await createUser(service)}/membership`,
      body: { uuid: await createTeam(GIVEN) },
    }),
  },
  {
    name: 'setting the teams of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'PUT',
      path: '/api/v1/user/membership',
      body: { username: await createUser(service), teams: [await createTeam(), await createTeam(GIVEN)] },
    }),
  },
  {
    name: 'making an API key for a team',
    part: CREATE,
    prepare: async () => ({ method: 'PUT', path: `/api/v1/team/${await createTeam(GIVEN)}/key` }),
  },
  {
    name: 'regenerating an API key of a team',
    part: CREATE,
    prepare: async () => {
      const { body } = await service.asAdmin('PUT', `/api/v1/team/${await createTeam(GIVEN)}/key`);
      return { method: 'POST', path: `/api/v1/team/key/${body.publicId}` };
    },
  },
  {
    name: 'changing the password of a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createUserWith(GIVEN)),
    }),
  },
  {
    name: 'suspending a user whose team gives the permission',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createMemberOf(await createTeam(GIVEN)), { ...keepPassword, suspended: true }),
    }),
  },
  {
    name: 'forcing a user to change the password',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: '/api/v1/user/managed',
      body: newUser(await createUserWith(GIVEN), { ...keepPassword, forcePasswordChange: true }),
    }),
  },
  {
    name: 'renaming a user',
    part: UPDATE,
    prepare: async () => ({
      method: 'POST',
      path: `/api/v1/user/${await createUserWith(GIVEN)}/rename`,
      body: { username: `user-${crypto.randomUUID()}` },
    }),
  },
  {
    name: 'deleting a managed user',
    part: DELETE,
    prepare: async () => ({
      method: 'DELETE',
      path: '/api/v1/user/managed',
      body: { username: await createUserWith(GIVEN) },
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

const ask = ({ method, path, body }: Request, apiKey: string) =>
  service.request(method, path, { apiKey, body });

describe('A caller with a part of ACCESS_MANAGEMENT gives only what it has', () => {
  it.each(cases)('$name answers 403 and says what is missing, and changes nothing', async (given) => {
    const request = await given.prepare();
    const refused = await ask(request, await apiKeyWith(service, [given.part, 'VIEW_PORTFOLIO']));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ missingPermissions: [GIVEN], status: 403 });
    expect(refused.body.detail).toContain(GIVEN);
    // A grant or a membership that had been stored would be answered with 304 now.
    const allowed = await service.asAdmin(request.method, request.path, request.body);
    expect([200, 201, 204]).toContain(allowed.status);
  });

  it.each(cases)('$name is allowed to a caller who has the permission itself', async (given) => {
    const apiKey = await apiKeyWith(service, [given.part, GIVEN]);
    expect([200, 201, 204]).toContain((await ask(await given.prepare(), apiKey)).status);
  });

  it.each(cases)('$name is allowed with the whole ACCESS_MANAGEMENT alone', async (given) => {
    const apiKey = await apiKeyWith(service, ['ACCESS_MANAGEMENT']);
    expect([200, 201, 204]).toContain((await ask(await given.prepare(), apiKey)).status);
  });
});

describe('A part of ACCESS_MANAGEMENT is not worth the whole', () => {
  const administrators = async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/team?searchText=Administrators');
    return body[0].uuid as string;
  };

  it('ACCESS_MANAGEMENT_CREATE does not make a key for the team Administrators', async () => {
    const apiKey = await apiKeyWith(service, [CREATE]);
    const answer = await ask({ method: 'PUT', path: `/api/v1/team/${await administrators()}/key` }, apiKey);
    expect(answer.status).toBe(403);
    expect(answer.body.missingPermissions).toContain('ACCESS_MANAGEMENT');
  });

  it('ACCESS_MANAGEMENT_UPDATE makes nobody an administrator, oneself included', async () => {
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

  it('all four parts together do not give the whole', async () => {
    const apiKey = await apiKeyWith(service, [CREATE, UPDATE, DELETE, 'ACCESS_MANAGEMENT_READ']);
    const path = `/api/v1/permission/ACCESS_MANAGEMENT/user/${await createUser(service)}`;
    expect((await ask({ method: 'POST', path }, apiKey)).status).toBe(403);
  });

  it('what a user or team keeps is not given anew', async () => {
    const apiKey = await apiKeyWith(service, [UPDATE, 'BOM_UPLOAD']);
    const [username, team] = [await createUserWith(GIVEN), await createTeam(GIVEN)];
    await service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team });
    for (const request of [
      { path: '/api/v1/permission/user', body: { username, permissions: [GIVEN, 'BOM_UPLOAD'] } },
      { path: '/api/v1/permission/team', body: { team, permissions: [GIVEN, 'BOM_UPLOAD'] } },
      { path: '/api/v1/user/membership', body: { username, teams: [team, await createTeam()] } },
    ]) {
      expect((await ask({ method: 'PUT', ...request }, apiKey)).status).toBe(200);
    }
  });

  it('taking away needs no more than ACCESS_MANAGEMENT_DELETE', async () => {
    const apiKey = await apiKeyWith(service, [DELETE]);
    const team = await createTeam(GIVEN);
    const username = await createMemberOf(team);
    const { body: key } = await service.asAdmin('PUT', `/api/v1/team/${team}/key`);
    for (const request of [
      { path: `/api/v1/user/${username}/membership`, body: { uuid: team } },
      { path: `/api/v1/permission/${GIVEN}/team/${team}` },
      { path: `/api/v1/team/key/${key.publicId}` },
      { path: '/api/v1/team', body: { uuid: team } },
    ]) {
      expect([200, 204]).toContain((await ask({ method: 'DELETE', ...request }, apiKey)).status);
    }
  });
});
