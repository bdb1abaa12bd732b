import {
  PERMISSIONS,
  permissionNames,
  permissionOperations,
  teamOperations,
  userOperations,
} from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, newUser, signIn, USER_PASSWORD } from '../support/test-users.ts';

const NO_UUID = '00000000-0000-0000-0000-000000000000';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const uniqueName = () => `name-${crypto.randomUUID()}`;

async function createTeam(name = uniqueName()): Promise<{ uuid: string; name: string }> {
  const answer = await service.asAdmin('PUT', '/api/v1/team', { name });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('Users', () => {
  it('include admin after the first start, in Administrators and with all permissions of its own', async () => {
    const { body: admin } = await service.asAdmin('GET', '/api/v1/user/self');
    expect(admin).toMatchObject({ username: 'admin', suspended: false, forcePasswordChange: false });
    expect(admin.email).toBe('admin@localhost');
    expect(admin.teams.map((team: { name: string }) => team.name)).toEqual(['Administrators']);
    expect(admin.permissions.map((p: { name: string }) => p.name).sort()).toEqual(
      [...permissionNames].sort(),
    );
  });

  it('are returned as managed users without nulls and without a password', async () => {
    const username = uniqueName();
    const before = Date.now();
    const { status, body } = await service.asAdmin('PUT', '/api/v1/user/managed', newUser(username));
    expect(status).toBe(201);
    expect(body).toEqual({
      username,
      fullname: 'A Person',
      email: 'person@example.org',
      lastPasswordChange: expect.any(Number),
      suspended: false,
      forcePasswordChange: false,
      nonExpiryPassword: false,
      teams: [],
      permissions: [],
    });
    expect(body.lastPasswordChange).toBeGreaterThanOrEqual(before);
    const listed = await service.asAdmin('GET', '/api/v1/user/managed');
    expect(listed.body).toContainEqual(body);
    expect(listed.headers.get('x-total-count')).toBe(String(listed.body.length));
  });

  it.each([
    ['ldap', { dn: '' }],
    ['oidc', {}],
  ])('are returned as %s users', async (kind, members) => {
    const username = uniqueName();
    const { status, body } = await service.asAdmin('PUT', `/api/v1/user/${kind}`, { username });
    expect(status).toBe(201);
    expect(body).toEqual({ username, ...members, teams: [], permissions: [] });
    const listed = await service.asAdmin('GET', `/api/v1/user/${kind}`);
    expect(listed.body).toContainEqual(body);
    expect(listed.headers.get('x-total-count')).toBe(String(listed.body.length));
    expect((await service.asAdmin('DELETE', `/api/v1/user/${kind}`, { username })).status).toBe(204);
    expect((await service.asAdmin('DELETE', `/api/v1/user/${kind}`, { username })).status).toBe(404);
  });

  it('have unique names over all kinds', async () => {
    const username = await createUser(service);
    for (const kind of ['managed', 'ldap', 'oidc']) {
      const answer = await service.asAdmin('PUT', `/api/v1/user/${kind}`, newUser(username));
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain(username);
    }
  });

  it('have names that differ in more than upper and lower case', async () => {
    const username = await createUser(service);
    const other = await createUser(service);
    for (const [method, path] of [
      ['PUT', '/api/v1/user/managed'],
      ['PUT', '/api/v1/user/ldap'],
      ['PUT', '/api/v1/user/oidc'],
      ['POST', `/api/v1/user/${other}/rename`],
    ] as const) {
      const answer = await service.asAdmin(method, path, newUser(username.toUpperCase()));
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain(`"${username}" already exists`);
      expect(answer.body.detail).toContain('upper and lower case');
    }
    const own = await service.asAdmin('POST', `/api/v1/user/${username}/rename`, {
      username: username.toUpperCase(),
    });
    expect(own.body.username).toBe(username.toUpperCase());
  });

  it.each(['managed', 'ldap', 'oidc'])(
    'are refused with 400 if their names have invisible characters: %s',
    async (kind) => {
      for (const username of ['adm\u200bin', '\u202enimda', 'admin\u0085']) {
        const answer = await service.asAdmin('PUT', `/api/v1/user/${kind}`, newUser(username));
        expect(answer.status).toBe(400);
        expect(answer.body.errors).toEqual([{ path: 'body/username', message: expect.any(String) }]);
      }
    },
  );

  it('are created once in concurrent requests with names that differ only in case', async () => {
    const username = uniqueName();
    const answers = await Promise.all(
      [username, username.toUpperCase(), username, username.toUpperCase()].map((name) =>
        service.asAdmin('PUT', '/api/v1/user/oidc', { username: name }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('are created once in concurrent requests with the same name', async () => {
    const username = uniqueName();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => service.asAdmin('PUT', '/api/v1/user/oidc', { username })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    ['no user name', { username: undefined }],
    ['a blank user name', { username: '   ' }],
    ['a user name with a line break', { username: 'a\nb' }],
    ['a user name that is too long', { username: 'x'.repeat(256) }],
    ['no full name', { fullname: null }],
    ['no email address', { email: '' }],
    ['no password', { newPassword: undefined }],
    ['passwords that differ', { confirmPassword: 'something else' }],
    ['a short password', { newPassword: 'short', confirmPassword: 'short' }],
    ['a flag that is none', { suspended: 'yes' }],
  ])('are refused with 400: %s', async (_, details) => {
    const answer = await service.asAdmin('PUT', '/api/v1/user/managed', newUser(uniqueName(), details));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).not.toHaveLength(0);
  });

  it('are created without leading and trailing spaces, ignoring unknown members', async () => {
    const username = uniqueName();
    const body = newUser(` ${username} `, {
      teams: [],
      permissions: null,
      lastPasswordChange: 0,
      suspended: null,
    });
    expect((await service.asAdmin('PUT', '/api/v1/user/managed', body)).body.username).toBe(username);
  });

  it('are changed by an administrator, and absent flags become false', async () => {
    const flags = { nonExpiryPassword: true, forcePasswordChange: true, suspended: true };
    const username = await createUser(service, flags);
    const changes = { username, fullname: 'Another Name', email: 'other@example.org' };
    const { status, body } = await service.asAdmin('POST', '/api/v1/user/managed', changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...changes,
      nonExpiryPassword: false,
      forcePasswordChange: false,
      suspended: false,
    });
    expect((await signIn(service, username)).status).toBe(200);
    const missing = await service.asAdmin('POST', '/api/v1/user/managed', { ...changes, username: 'nobody' });
    expect(missing.status).toBe(404);
  });

  it('change themselves, but neither their permissions nor their flags', async () => {
    const username = await createUser(service);
    const token = (await signIn(service, username)).text;
    const body = {
      fullname: 'Myself',
      email: 'me@example.org',
      suspended: true,
      permissions: ['ACCESS_MANAGEMENT'],
    };
    const answer = await service.request('POST', '/api/v1/user/self', { token, body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ username, fullname: 'Myself', suspended: false, permissions: [] });
    const bad = await service.request('POST', '/api/v1/user/self', { token, body: { fullname: 'Myself' } });
    expect(bad.status).toBe(400);
  });

  it('are deleted by kind', async () => {
    const username = await createUser(service);
    expect((await service.asAdmin('DELETE', '/api/v1/user/ldap', { username })).status).toBe(404);
    expect((await service.asAdmin('DELETE', '/api/v1/user/managed', { username })).status).toBe(204);
    expect((await signIn(service, username)).status).toBe(401);
  });

  it.each([
    ['full-width letters', '\uff41dmin-2'],
    ['a Cyrillic letter among Latin ones', '\u0430dmin-2'],
    ['an invisible character', 'ad\u200bmin-2'],
  ])('are refused with 400 under a name with %s', async (_, username) => {
    for (const answer of [
      await service.asAdmin('PUT', '/api/v1/user/managed', newUser(username)),
      await service.asAdmin('PUT', '/api/v1/user/ldap', { username }),
      await service.asAdmin('PUT', '/api/v1/user/oidc', { username }),
      await service.asAdmin('POST', '/api/v1/user/admin/rename', { username }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ path: 'body/username', message: expect.any(String) }]);
    }
  });

  it('are refused with 409 under a name whose letters all look like those of another user', async () => {
    const name = `pace-${crypto.randomUUID()}`;
    await service.asAdmin('PUT', '/api/v1/user/ldap', { username: name });
    const lookalike = name.replace('pace', '\u0440\u0430\u0441\u0435');
    const answer = await service.asAdmin('PUT', '/api/v1/user/managed', newUser(lookalike));
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain(name);
  });

  it('are renamed to names that are free', async () => {
    const [one, other, free] = [await createUser(service), await createUser(service), uniqueName()];
    const rename = (from: string, to: string) =>
      service.asAdmin('POST', `/api/v1/user/${from}/rename`, { username: to });
    expect((await rename(one, other)).status).toBe(409);
    expect((await rename('nobody', free)).status).toBe(404);
    expect((await rename(one, free)).body).toMatchObject({ username: free, fullname: 'A Person' });
    expect((await signIn(service, free)).status).toBe(200);
  });

  it('have the permissions of their teams and their own', async () => {
    const username = await createUser(service);
    const team = await createTeam();
    await service.asAdmin('POST', `/api/v1/permission/BOM_UPLOAD/team/${team.uuid}`);
    await service.asAdmin('POST', `/api/v1/permission/VIEW_PORTFOLIO/team/${team.uuid}`);
    await service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team.uuid });
    await service.asAdmin('POST', `/api/v1/permission/VIEW_PORTFOLIO/user/${username}`);
    await service.asAdmin('POST', `/api/v1/permission/TAG_MANAGEMENT/user/${username}`);
    const token = (await signIn(service, username)).text;
    const { body } = await service.request('GET', '/api/v1/user/self/permissions', { token });
    expect(body).toEqual(['BOM_UPLOAD', 'TAG_MANAGEMENT', 'VIEW_PORTFOLIO']);
  });

  it('lose a revoked permission with the next request', async () => {
    const username = await createUser(service);
    await service.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT_READ/user/${username}`);
    const token = (await signIn(service, username)).text;
    expect((await service.request('GET', '/api/v1/team', { token })).status).toBe(200);
    await service.asAdmin('DELETE', `/api/v1/permission/ACCESS_MANAGEMENT_READ/user/${username}`);
    expect((await service.request('GET', '/api/v1/team', { token })).status).toBe(403);
  });
});

describe('Memberships', () => {
  const add = (username: string, uuid: string) =>
    service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid });
  const remove = (username: string, uuid: string) =>
    service.asAdmin('DELETE', `/api/v1/user/${username}/membership`, { uuid });

  it('are created and deleted, with 304 if nothing changes', async () => {
    const [username, team] = [await createUser(service), await createTeam()];
    const added = await add(username, team.uuid);
    expect(added.status).toBe(200);
    expect(added.body.teams).toEqual([{ uuid: team.uuid, name: team.name, permissions: [] }]);
    expect((await add(username, team.uuid)).status).toBe(304);
    const removed = await remove(username, team.uuid);
    expect(removed.status).toBe(200);
    expect(removed.body.teams).toEqual([]);
    expect((await remove(username, team.uuid)).status).toBe(304);
  });

  it('answer 404 for an unknown user or team, and 400 for a malformed UUID', async () => {
    const [username, team] = [await createUser(service), await createTeam()];
    expect((await add('nobody', team.uuid)).status).toBe(404);
    expect((await add(username, NO_UUID)).status).toBe(404);
    expect((await remove(username, NO_UUID)).status).toBe(404);
    expect((await add(username, 'no-uuid')).status).toBe(400);
  });

  it('are set all at once', async () => {
    const [username, one, two] = [
      await createUser(service),
      await createTeam('A team'),
      await createTeam('B team'),
    ];
    const set = (teams: string[], user = username) =>
      service.asAdmin('PUT', '/api/v1/user/membership', { username: user, teams });
    const names = (answer: { body: { teams: { name: string }[] } }) =>
      answer.body.teams.map((team) => team.name);
    expect(names(await set([one.uuid, two.uuid, one.uuid.toUpperCase()]))).toEqual(['A team', 'B team']);
    expect((await set([two.uuid, one.uuid])).status).toBe(304);
    expect(names(await set([two.uuid]))).toEqual(['B team']);
    expect(names(await set([]))).toEqual([]);
    expect((await set([one.uuid, NO_UUID])).status).toBe(404);
    expect((await set(['no-uuid'])).status).toBe(400);
    expect((await set([], 'nobody')).status).toBe(404);
  });
});

describe('Teams', () => {
  it('are those of Dependency-Track after the first start', async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/team?pageNumber=1&pageSize=1000');
    const permissionsOf = (name: string) =>
      body
        .find((team: { name: string }) => team.name === name)
        .permissions.map((p: { name: string }) => p.name);
    expect(permissionsOf('Administrators').sort()).toEqual([...permissionNames].sort());
    expect(permissionsOf('Portfolio Managers')).toHaveLength(6);
    expect(permissionsOf('Automation')).toEqual(['BOM_UPLOAD', 'VIEW_PORTFOLIO']);
    expect(permissionsOf('Badge Viewers')).toEqual([]);
  });

  it('are created, read, renamed and deleted', async () => {
    const name = uniqueName();
    const team = await createTeam(name);
    expect(team).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name,
      permissions: [],
      apiKeys: [],
      managedUsers: [],
      ldapUsers: [],
      oidcUsers: [],
      mappedLdapGroups: [],
      mappedOidcGroups: [],
    });
    expect((await service.asAdmin('GET', `/api/v1/team/${team.uuid}`)).body).toEqual(team);
    const renamed = await service.asAdmin('POST', '/api/v1/team', { uuid: team.uuid, name: `${name} 2` });
    expect(renamed.body.name).toBe(`${name} 2`);
    expect((await service.asAdmin('DELETE', '/api/v1/team', { uuid: team.uuid })).status).toBe(204);
    expect((await service.asAdmin('GET', `/api/v1/team/${team.uuid}`)).status).toBe(404);
    expect((await service.asAdmin('DELETE', '/api/v1/team', { uuid: team.uuid })).status).toBe(404);
    expect((await service.asAdmin('POST', '/api/v1/team', { uuid: team.uuid, name })).status).toBe(404);
  });

  it('have unique names: 409 names the team that has it', async () => {
    const [one, other] = [await createTeam(), await createTeam()];
    const created = await service.asAdmin('PUT', '/api/v1/team', { name: one.name });
    const renamed = await service.asAdmin('POST', '/api/v1/team', { uuid: other.uuid, name: one.name });
    for (const answer of [created, renamed]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        title: 'Team already exists',
        detail: expect.stringContaining(one.name),
        teamUuid: one.uuid,
        teamName: one.name,
      });
    }
  });

  it('have names that differ in more than upper and lower case: 409 names the team in the way', async () => {
    const [one, other] = [await createTeam(), await createTeam()];
    const name = one.name.toUpperCase();
    const created = await service.asAdmin('PUT', '/api/v1/team', { name });
    const renamed = await service.asAdmin('POST', '/api/v1/team', { uuid: other.uuid, name });
    for (const answer of [created, renamed]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ teamUuid: one.uuid, teamName: one.name });
      expect(answer.body.detail).toContain('upper and lower case');
    }
    const own = await service.asAdmin('POST', '/api/v1/team', { uuid: one.uuid, name });
    expect(own.body.name).toBe(name);
  });

  it('list their members without permissions', async () => {
    const team = await createTeam();
    const names = { managed: await createUser(service), ldap: uniqueName(), oidc: uniqueName() };
    await service.asAdmin('PUT', '/api/v1/user/ldap', { username: names.ldap });
    await service.asAdmin('PUT', '/api/v1/user/oidc', { username: names.oidc });
    for (const username of Object.values(names)) {
      await service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team.uuid });
    }
    const { body } = await service.asAdmin('GET', `/api/v1/team/${team.uuid}`);
    expect(body.managedUsers).toEqual([
      {
        username: names.managed,
        fullname: 'A Person',
        email: 'person@example.org',
        lastPasswordChange: expect.any(Number),
        suspended: false,
        forcePasswordChange: false,
        nonExpiryPassword: false,
      },
    ]);
    expect(body.ldapUsers).toEqual([{ username: names.ldap, dn: '' }]);
    expect(body.oidcUsers).toEqual([{ username: names.oidc }]);
  });

  it('are listed in pages, sorted and filtered by name', async () => {
    const mark = crypto.randomUUID();
    for (const letter of ['c', 'a', 'b']) await createTeam(`${letter} ${mark}`);
    const names = async (query: string) => {
      const answer = await service.asAdmin('GET', `/api/v1/team?searchText=${mark.toUpperCase()}&${query}`);
      expect(answer.headers.get('x-total-count')).toBe('3');
      return answer.body.map((team: { name: string }) => team.name.charAt(0));
    };
    expect(await names('')).toEqual(['a', 'b', 'c']);
    expect(await names('sortName=name&sortOrder=desc')).toEqual(['c', 'b', 'a']);
    expect(await names('pageNumber=2&pageSize=2')).toEqual(['c']);
    expect(await names('offset=1&limit=0')).toEqual(['b', 'c']);
    const unknown = await service.asAdmin('GET', '/api/v1/team?sortName=shoeSize');
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({ invalidField: 'shoeSize', supportedFields: ['name', 'uuid'] });
  });

  it('are visible to their members, and all of them with ACCESS_MANAGEMENT', async () => {
    const [username, team] = [await createUser(service), await createTeam()];
    const token = (await signIn(service, username)).text;
    const visible = async () => (await service.request('GET', '/api/v1/team/visible', { token })).body;
    expect(await visible()).toEqual([]);
    await service.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid: team.uuid });
    expect(await visible()).toEqual([{ name: team.name, uuid: team.uuid }]);
    const all = await service.asAdmin('GET', '/api/v1/team/visible?offset=0&limit=0');
    expect(all.body).toHaveLength(Number(all.headers.get('x-total-count')));
    expect(all.body).toContainEqual({ name: 'Automation', uuid: expect.any(String) });
    const found = await service.asAdmin('GET', `/api/v1/team/visible?searchText=${team.name}`);
    expect(found.body).toEqual([{ name: team.name, uuid: team.uuid }]);
  });

  it('are returned for an API key; a user is refused with 400', async () => {
    const apiKey = await apiKeyWith(service, ['BOM_UPLOAD']);
    const { body } = await service.request('GET', '/api/v1/team/self', { apiKey });
    expect(body).toEqual({
      uuid: expect.any(String),
      name: expect.any(String),
      permissions: [{ name: 'BOM_UPLOAD', description: PERMISSIONS.BOM_UPLOAD }],
    });
    expect((await service.asAdmin('GET', '/api/v1/team/self')).status).toBe(400);
  });

  it.each([
    undefined,
    {},
    { name: '' },
    { name: ' ' },
    { name: ['x'] },
    { name: 'x'.repeat(256) },
    { name: 'Ad\u200bministrators' },
  ])('are refused with 400 when they are %j', async (body) => {
    expect((await service.asAdmin('PUT', '/api/v1/team', body)).status).toBe(400);
  });
});

describe('API keys', () => {
  const works = async (apiKey: string) =>
    (await service.request('GET', '/api/v1/team/self', { apiKey })).status === 200;

  const issue = async (team: { uuid: string }) =>
    (await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`)).body;

  it('are created for a team, with the key in the response and masked afterwards', async () => {
    const team = await createTeam();
    const { status, body } = await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`);
    expect(status).toBe(201);
    expect(body).toEqual({
      key: expect.stringMatching(/^tly_/),
      publicId: body.key.split('_')[1],
      maskedKey: `tly_${body.publicId}${'*'.repeat(32)}`,
      legacy: false,
      created: expect.any(Number),
    });
    const { key: _, ...masked } = body;
    expect((await service.asAdmin('GET', `/api/v1/team/${team.uuid}`)).body.apiKeys).toEqual([masked]);
    expect((await service.asAdmin('PUT', `/api/v1/team/${NO_UUID}/key`)).status).toBe(404);
  });

  it('are regenerated: the old one becomes invalid, comment and teams stay', async () => {
    const team = await createTeam();
    const old = await issue(team);
    await service.asAdmin('POST', `/api/v1/team/key/${old.publicId}/comment`, 'for the pipeline');
    const { status, body } = await service.asAdmin('POST', `/api/v1/team/key/${old.publicId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ comment: 'for the pipeline', legacy: false });
    expect(await works(old.key)).toBe(false);
    expect(await works(body.key)).toBe(true);
    expect((await service.asAdmin('GET', `/api/v1/team/${team.uuid}`)).body.apiKeys).toHaveLength(1);
  });

  it('have a comment that is sent as plain text', async () => {
    const { publicId } = await issue(await createTeam());
    const comment = (text: string | undefined, id = publicId) =>
      service.asAdmin('POST', `/api/v1/team/key/${id}/comment`, text);
    expect((await comment('for the pipeline')).body.comment).toBe('for the pipeline');
    expect((await comment(undefined)).body).not.toHaveProperty('comment');
    expect((await comment('x'.repeat(256))).status).toBe(400);
    expect((await comment('x', 'AAAAAAAA')).status).toBe(404);
  });

  it('are deleted, by their public id or by the whole key', async () => {
    const team = await createTeam();
    for (const name of ['publicId', 'key']) {
      const issued = await issue(team);
      expect(await works(issued.key)).toBe(true);
      expect((await service.asAdmin('DELETE', `/api/v1/team/key/${issued[name]}`)).status).toBe(204);
      expect(await works(issued.key)).toBe(false);
      expect((await service.asAdmin('DELETE', `/api/v1/team/key/${issued[name]}`)).status).toBe(404);
    }
  });

  it('become invalid with their only team', async () => {
    const team = await createTeam();
    const { key } = await issue(team);
    await service.asAdmin('DELETE', '/api/v1/team', { uuid: team.uuid });
    expect((await service.request('GET', '/api/v1/user/self/permissions', { apiKey: key })).status).toBe(401);
  });

  it('have the permissions of their team', async () => {
    const apiKey = await apiKeyWith(service, ['BOM_UPLOAD', 'VIEW_PORTFOLIO']);
    const { body } = await service.request('GET', '/api/v1/user/self/permissions', { apiKey });
    expect(body).toEqual(['BOM_UPLOAD', 'VIEW_PORTFOLIO']);
  });
});

describe('Permissions', () => {
  it('are listed with what they allow', async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/permission');
    expect(body).toHaveLength(42);
    expect(body).toContainEqual({ name: 'BOM_UPLOAD', description: PERMISSIONS.BOM_UPLOAD });
  });

  it('are sorted by name', async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/permission');
    const names = body.map((permission: { name: string }) => permission.name);
    expect(names).toEqual([...permissionNames].sort());
  });

  const holders = [
    { kind: 'user', create: () => createUser(service), member: 'username' },
    { kind: 'team', create: async () => (await createTeam()).uuid, member: 'team' },
  ];

  it.each(holders)(
    'are granted to a $kind and revoked, with 304 if nothing changes',
    async ({ kind, create }) => {
      const path = `/api/v1/permission/BOM_UPLOAD/${kind}/${await create()}`;
      const given = await service.asAdmin('POST', path);
      expect(given.status).toBe(200);
      expect(given.body.permissions).toEqual([{ name: 'BOM_UPLOAD', description: PERMISSIONS.BOM_UPLOAD }]);
      expect((await service.asAdmin('POST', path)).status).toBe(304);
      expect((await service.asAdmin('DELETE', path)).body.permissions).toEqual([]);
      expect((await service.asAdmin('DELETE', path)).status).toBe(304);
    },
  );

  it.each(holders)('are set all at once for a $kind', async ({ kind, create, member }) => {
    const holder = await create();
    const set = (permissions: string[], who = holder) =>
      service.asAdmin('PUT', `/api/v1/permission/${kind}`, { [member]: who, permissions });
    const names = (answer: { body: { permissions: { name: string }[] } }) =>
      answer.body.permissions.map((permission) => permission.name);
    expect(names(await set(['VIEW_PORTFOLIO', 'BOM_UPLOAD', 'BOM_UPLOAD']))).toEqual([
      'BOM_UPLOAD',
      'VIEW_PORTFOLIO',
    ]);
    expect((await set(['BOM_UPLOAD', 'VIEW_PORTFOLIO'])).status).toBe(304);
    expect(names(await set(['VIEW_PORTFOLIO']))).toEqual(['VIEW_PORTFOLIO']);
    expect(names(await set([]))).toEqual([]);
    expect((await set(['VIEW_BADGES'])).status).toBe(400);
    expect((await set([], kind === 'user' ? 'nobody' : NO_UUID)).status).toBe(404);
  });

  it('answer 404 when the permission, the user or the team is unknown', async () => {
    const [username, team] = [await createUser(service), await createTeam()];
    for (const path of [
      `VIEW_BADGES/user/${username}`,
      `constructor/user/${username}`,
      `VIEW_BADGES/team/${team.uuid}`,
      'BOM_UPLOAD/user/nobody',
      `BOM_UPLOAD/team/${NO_UUID}`,
    ]) {
      expect((await service.asAdmin('POST', `/api/v1/permission/${path}`)).status).toBe(404);
      expect((await service.asAdmin('DELETE', `/api/v1/permission/${path}`)).status).toBe(404);
    }
  });
});

describe('The last administrator', () => {
  let guarded: TestService;

  beforeAll(async () => {
    guarded = await startTestService();
    const { body: teams } = await guarded.asAdmin('GET', '/api/v1/team');
    const { uuid } = teams.find((team: { name: string }) => team.name === 'Administrators');
    await guarded.asAdmin('DELETE', '/api/v1/user/admin/membership', { uuid });
  });

  afterAll(() => guarded.close());

  it.each([
    ['deleted', 'DELETE', '/api/v1/user/managed', { username: 'admin' }],
    [
      'suspended',
      'POST',
      '/api/v1/user/managed',
      { username: 'admin', fullname: 'x', email: 'x', suspended: true },
    ],
    ['stripped of the permission', 'DELETE', '/api/v1/permission/ACCESS_MANAGEMENT/user/admin', undefined],
    ['stripped of all permissions', 'PUT', '/api/v1/permission/user', { username: 'admin', permissions: [] }],
  ])('cannot be %s: 409', async (_, method, path, body) => {
    const answer = await guarded.asAdmin(method, path, body);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('ACCESS_MANAGEMENT');
    expect((await guarded.asAdmin('GET', '/api/v1/team')).status).toBe(200);
  });

  const addAdministrator = {
    'an LDAP user': async () => {
      const username = uniqueName();
      await guarded.asAdmin('PUT', '/api/v1/user/ldap', { username });
      return username;
    },
    'an OIDC user': async () => {
      const username = uniqueName();
      await guarded.asAdmin('PUT', '/api/v1/user/oidc', { username });
      return username;
    },
    'a suspended user': () => createUser(guarded, { suspended: true }),
  };

  it.each(Object.entries(addAdministrator))(
    'cannot be deleted if only one who cannot sign in remains: %s',
    async (_, add) => {
      const username = await add();
      const granted = await guarded.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}`);
      expect(granted.status).toBe(200);
      const { body: teams } = await guarded.asAdmin('GET', '/api/v1/team');
      const { uuid } = teams.find((team: { name: string }) => team.name === 'Administrators');
      await guarded.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid });
      const answer = await guarded.asAdmin('DELETE', '/api/v1/user/managed', { username: 'admin' });
      expect(answer.status).toBe(409);
    },
  );

  it('can be deleted if there is another', async () => {
    const username = await createUser(guarded);
    await guarded.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}`);
    expect((await guarded.asAdmin('DELETE', '/api/v1/user/managed', { username: 'admin' })).status).toBe(204);
    const token = (await signIn(guarded, username, USER_PASSWORD)).text;
    const body = { username };
    expect((await guarded.request('DELETE', '/api/v1/user/managed', { token, body })).status).toBe(409);
  });
});

describe('The last two administrators', () => {
  let guarded: TestService;

  beforeAll(async () => {
    guarded = await startTestService();
  });

  afterAll(() => guarded.close());

  it('cannot be deleted by concurrent requests: one of them is refused', async () => {
    const apiKey = await apiKeyWith(guarded, ['ACCESS_MANAGEMENT']);
    const other = await createUser(guarded);
    await guarded.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${other}`);
    const answers = await Promise.all([
      guarded.request('DELETE', '/api/v1/user/managed', { apiKey, body: { username: 'admin' } }),
      guarded.request('DELETE', `/api/v1/permission/ACCESS_MANAGEMENT/user/${other}`, { apiKey }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });
});

describe('access to users, teams and permissions', () => {
  const operations = [userOperations, teamOperations, permissionOperations].flatMap((group) =>
    Object.values(group),
  );
  itKeepsAccessRules(operations, () => service);
});
