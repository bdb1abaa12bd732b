import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../support/identity-provider.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, isSignedIn, signIn } from '../support/test-users.ts';

const PROBLEMS = { Accept: 'text/plain, application/problem+json' };
const NOW = Math.floor(Date.now() / 1000);

let main: TestProvider;
let partner: TestProvider;
let service: TestService;

beforeAll(async () => {
  main = await startTestProvider();
  partner = await startTestProvider();
  service = await startTestService({
    'svc.oidc.enabled': 'true',
    'svc.oidc.issuer': main.issuer,
    'svc.oidc.client-id': main.clientId,
    'svc.oidc.user-provisioning': 'true',
    'svc.oidc.team-synchronization': 'true',
    'svc.oidc.key-refresh-ms': '0',
    'svc.oidc.provider.partner.issuer': partner.issuer,
    'svc.oidc.provider.partner.client-id': partner.clientId,
    'svc.oidc.provider.unreachable.issuer': 'http://127.0.0.1:1',
    'svc.oidc.provider.unreachable.client-id': 'tallyman',
    'svc.auth.login.max-failures-per-address': '1000',
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all([main.close(), partner.close()]);
});

let name: string;

/** A new person at the keyboard of the main provider. */
beforeEach(() => {
  name = `person ${crypto.randomUUID()}`;
  main.setAccount({ sub: `sub-${name}`, name, email: 'person@example.org', groups: [] });
});

const login = (form: Record<string, string>) =>
  service.request('POST', '/api/v1/user/oidc/login', { form, headers: PROBLEMS });

async function oidcUser(username: string) {
  const { body } = await service.asAdmin('GET', '/api/v1/user/oidc');
  return body.find((user: { username: string }) => user.username === username);
}

async function createMappedGroup() {
  const group = `group ${crypto.randomUUID()}`;
  const team = `team ${crypto.randomUUID()}`;
  const { body: createdTeam } = await service.asAdmin('PUT', '/api/v1/team', { name: team });
  const { body: createdGroup } = await service.asAdmin('PUT', '/api/v1/oidc/group', { name: group });
  const mapping = { team: createdTeam.uuid, group: createdGroup.uuid };
  const { body } = await service.asAdmin('PUT', '/api/v1/oidc/mapping', mapping);
  return { group, team, teamUuid: createdTeam.uuid, groupUuid: createdGroup.uuid, uuid: body.uuid };
}

const teamNames = async (username: string) =>
  (await oidcUser(username)).teams.map((team: { name: string }) => team.name).sort();

describe('GET /api/v1/oidc/available', () => {
  it('answers true as text if a provider is configured', async () => {
    const answer = await service.request('GET', '/api/v1/oidc/available');
    expect(answer).toMatchObject({ status: 200, text: 'true' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
  });
});

describe('POST /api/v1/user/oidc/login', () => {
  it('answers 204 without tokens', async () => {
    expect(await login({})).toMatchObject({ status: 204, text: '' });
  });

  it('creates the user at the first sign-in and returns a session token as text', async () => {
    const answer = await login({ idToken: await main.issueIdToken() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const self = await service.request('GET', '/api/v1/user/self', { token: answer.text });
    expect(self.body).toMatchObject({
      username: name,
      subjectIdentifier: `sub-${name}`,
      email: 'person@example.org',
    });
  });

  it('logs the user name and the address', async () => {
    await login({ idToken: await main.issueIdToken() });
    await login({ idToken: await main.issueIdToken({ foreignKey: true }) });
    const lines = service
      .log()
      .split('\n')
      .filter((line) => line.includes(name));
    expect(
      lines.some((line) => /Signed in with OpenID Connect/.test(line) && /127\.0\.0\.1/.test(line)),
    ).toBe(true);
    expect(lines.some((line) => /Sign-in refused/.test(line) && line.includes('(not verified)'))).toBe(true);
  });

  it('is in the audit log, whether it succeeds or not', async () => {
    await login({ idToken: await main.issueIdToken() });
    await login({ idToken: await main.issueIdToken({ foreignKey: true }) });
    const { body } = await service.asAdmin('GET', '/api/v2/audit-log?limit=1000');
    const ofPerson = JSON.stringify(
      body.items.filter((entry: { subject: { name?: string } }) => entry.subject.name?.includes(name)),
    );
    expect(ofPerson).toContain('sign-in.succeeded');
    expect(ofPerson).toContain('sign-in.failed');
  });

  it('reads claims that the ID token lacks from the user information', async () => {
    const { group, team } = await createMappedGroup();
    main.setAccount({ sub: `sub-${name}`, name, groups: [group] });
    const { accessToken } = await main.signInAsFrontend();
    const idToken = await main.issueIdToken({ claims: { name: undefined, groups: undefined } });
    expect((await login({ idToken })).status).toBe(401);
    expect((await login({ idToken, accessToken })).status).toBe(200);
    expect(await teamNames(name)).toEqual([team]);
  });

  it('refuses the user information of another person', async () => {
    const { accessToken } = await main.signInAsFrontend();
    const claims = { sub: `other-${name}`, name: undefined };
    expect((await login({ idToken: await main.issueIdToken({ claims }), accessToken })).status).toBe(401);
  });

  it('refuses an access token alone, which may have been issued to another client', async () => {
    const { accessToken } = await main.signInAsFrontend();
    expect(await login({ accessToken })).toMatchObject({
      status: 401,
      body: { cause: 'INVALID_CREDENTIALS' },
    });
  });

  it('accepts the tokens that a front end gets from the provider', async () => {
    const { idToken, accessToken } = await main.signInAsFrontend();
    expect((await login({ idToken, accessToken })).status).toBe(200);
  });

  it.each<[string, Parameters<TestProvider['issueIdToken']>[0]]>([
    ['another audience', { claims: { aud: 'another client' } }],
    ['several audiences without an authorized party', { claims: { aud: ['tallyman', 'another client'] } }],
    ['another authorized party', { claims: { azp: 'another client' } }],
    ['another issuer', { claims: { iss: 'https://id.example.org' } }],
    ['an end two minutes ago', { claims: { exp: NOW - 120 } }],
    ['no end', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an issue time in the future', { claims: { iat: NOW + 3_600, exp: NOW + 7_200 } }],
    ['a key that the provider does not have', { foreignKey: true }],
    ['an unknown key id', { header: { kid: 'unknown' } }],
    ['the type of access tokens', { header: { typ: 'at+jwt' } }],
    ['the event of logout tokens', { claims: { events: {} } }],
    ['no name', { claims: { name: undefined } }],
  ])('refuses an ID token with %s', async (_what, changes) => {
    const answer = await login({ idToken: await main.issueIdToken(changes) });
    expect(answer).toMatchObject({ status: 401, body: { cause: 'INVALID_CREDENTIALS' } });
    expect(await oidcUser(name)).toBeUndefined();
  });

  it('refuses a token without signature (alg: none) and one signed with a shared secret', async () => {
    const [, payload = ''] = (await main.issueIdToken()).split('.');
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${payload}`;
    const symmetric = `${encode({ alg: 'HS256' })}.${payload}`;
    const mac = createHmac('sha256', main.clientSecret).update(symmetric).digest('base64url');
    for (const idToken of [`${unsigned}.`, unsigned, `${symmetric}.${mac}`, 'x.y.z', 'x']) {
      expect((await login({ idToken })).status).toBe(401);
    }
  });

  it('tolerates a small difference of the clocks', async () => {
    const late = await main.issueIdToken({ claims: { exp: Math.floor(Date.now() / 1000) - 5 } });
    expect((await login({ idToken: late })).status).toBe(200);
  });

  it('answers the cause as plain text to clients that do not accept problem documents', async () => {
    const form = { idToken: await main.issueIdToken({ foreignKey: true }) };
    const answer = await service.request('POST', '/api/v1/user/oidc/login', { form });
    expect(answer).toMatchObject({ status: 401, text: 'INVALID_CREDENTIALS' });
  });

  it('verifies with the new key after a rotation, and no longer with the old one', async () => {
    const old = await main.issueIdToken();
    expect((await login({ idToken: old })).status).toBe(200);
    await main.rotateKeys();
    expect((await login({ idToken: await main.issueIdToken() })).status).toBe(200);
    expect((await login({ idToken: old })).status).toBe(401);
  });
});

describe('The user of an OpenID Connect identity', () => {
  it('is pinned to the subject at the first sign-in', async () => {
    expect((await login({ idToken: await main.issueIdToken() })).status).toBe(200);
    const other = await main.issueIdToken({ claims: { sub: 'somebody else' } });
    expect(await login({ idToken: other })).toMatchObject({
      status: 401,
      body: { cause: 'INVALID_CREDENTIALS' },
    });
  });

  it('stays the same if the name changes at the provider', async () => {
    await login({ idToken: await main.issueIdToken() });
    const renamed = await login({
      idToken: await main.issueIdToken({ claims: { name: `${name} renamed` } }),
    });
    const self = await service.request('GET', '/api/v1/user/self', { token: renamed.text });
    expect(self.body.username).toBe(name);
  });

  it('may have been created by an administrator', async () => {
    await service.asAdmin('PUT', '/api/v1/user/oidc', { username: name });
    expect((await login({ idToken: await main.issueIdToken() })).status).toBe(200);
    expect((await oidcUser(name)).subjectIdentifier).toBe(`sub-${name}`);
  });

  it('is refused with UNMAPPED_ACCOUNT if it is unknown and its provider creates no users', async () => {
    partner.setAccount({ sub: `sub-${name}`, name });
    const answer = await login({ idToken: await partner.issueIdToken() });
    expect(answer).toMatchObject({ status: 403, body: { cause: 'UNMAPPED_ACCOUNT' } });
  });

  it('is not that of another provider with the same subject and name', async () => {
    await login({ idToken: await main.issueIdToken() });
    await service.asAdmin('PUT', '/api/v1/user/oidc', { username: `${name} of main` });
    partner.setAccount({ sub: `sub-${name}`, name: `${name} of main` });
    expect((await login({ idToken: await partner.issueIdToken() })).status).toBe(403);
  });

  it('whose name is taken gets the suffix -CONFLICT-OIDC and signs in once it is renamed', async () => {
    const username = await createUser(service);
    const claims = { name: username };
    expect(await login({ idToken: await main.issueIdToken({ claims }) })).toMatchObject({
      status: 403,
      body: { cause: 'UNMAPPED_ACCOUNT' },
    });
    const path = `/api/v1/user/${encodeURIComponent(`${username}-CONFLICT-OIDC`)}/rename`;
    expect((await service.asAdmin('POST', path, { username: name })).status).toBe(200);
    const answer = await login({ idToken: await main.issueIdToken({ claims }) });
    expect(answer.status).toBe(200);
  });

  it('joins and leaves teams as its groups change, from the first sign-in on', async () => {
    const [first, second] = [await createMappedGroup(), await createMappedGroup()];
    const teamsWith = async (...groups: string[]) => {
      const answer = await login({ idToken: await main.issueIdToken({ claims: { groups } }) });
      expect(answer.status).toBe(200);
      return teamNames(name);
    };
    expect(await teamsWith(first.group)).toEqual([first.team]);
    expect(await teamsWith(first.group, second.group)).toEqual([first.team, second.team].sort());
    expect(await teamsWith(second.group, 'not mapped')).toEqual([second.team]);
    expect(await teamsWith()).toEqual([]);
  });
});

describe('A provider that cannot be reached', () => {
  const claims = { iss: 'http://127.0.0.1:1' };

  it('is answered with 503, and managed users and open sessions are not affected', async () => {
    const username = await createUser(service);
    const { text: token } = await login({ idToken: await main.issueIdToken() });
    const [refused, password, isOpen] = await Promise.all([
      login({ idToken: await main.issueIdToken({ claims }) }),
      signIn(service, username),
      isSignedIn(service, token),
    ]);
    expect(refused).toMatchObject({ status: 503, body: { cause: 'PROVIDER_UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(password.status).toBe(200);
    expect(isOpen).toBe(true);
  });

  it('does not matter while its keys are known', async () => {
    await login({ idToken: await main.issueIdToken() });
    main.setDown(true);
    try {
      expect((await login({ idToken: await main.issueIdToken() })).status).toBe(200);
      const unknown = await main.issueIdToken({ header: { kid: 'unknown' } });
      expect((await login({ idToken: unknown })).status).toBe(503);
    } finally {
      main.setDown(false);
    }
  });
});

describe('Failed sign-ins with tokens', () => {
  it('are throttled by address', async () => {
    const throttled = await startTestService({
      'svc.oidc.enabled': 'true',
      'svc.oidc.issuer': main.issuer,
      'svc.oidc.client-id': main.clientId,
      'svc.auth.login.max-failures-per-address': '3',
    });
    try {
      const attempt = () =>
        throttled.request('POST', '/api/v1/user/oidc/login', { form: { idToken: 'x.y.z' } });
      for (let i = 0; i < 3; i++) expect((await attempt()).status).toBe(401);
      const answer = await attempt();
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await throttled.close();
    }
  });
});

describe('Groups and mappings', () => {
  it('are created, listed, renamed, mapped and deleted', async () => {
    const { group, groupUuid, team, teamUuid, uuid } = await createMappedGroup();
    const groups = await service.asAdmin('GET', '/api/v1/oidc/group');
    expect(groups.body).toContainEqual({ uuid: groupUuid, name: group });
    const teams = await service.asAdmin('GET', `/api/v1/oidc/group/${groupUuid}/team`);
    expect(teams.body).toMatchObject([{ uuid: teamUuid, name: team }]);
    const { body } = await service.asAdmin('GET', `/api/v1/team/${teamUuid}`);
    expect(body.mappedOidcGroups).toEqual([{ uuid, group: { uuid: groupUuid, name: group } }]);
    const renamed = { uuid: groupUuid, name: `${group} renamed` };
    expect(await service.asAdmin('POST', '/api/v1/oidc/group', renamed)).toMatchObject({
      status: 200,
      body: renamed,
    });
    expect((await service.asAdmin('DELETE', `/api/v1/oidc/group/${groupUuid}`)).status).toBe(204);
    expect((await service.asAdmin('DELETE', `/api/v1/oidc/mapping/${uuid}`)).status).toBe(404);
  });

  it('a name that exists is refused with 409', async () => {
    const { group } = await createMappedGroup();
    expect((await service.asAdmin('PUT', '/api/v1/oidc/group', { name: group })).status).toBe(409);
  });

  it('an existing mapping is returned, not refused', async () => {
    const { teamUuid, groupUuid, uuid } = await createMappedGroup();
    const again = await service.asAdmin('PUT', '/api/v1/oidc/mapping', { team: teamUuid, group: groupUuid });
    expect(again).toMatchObject({ status: 200, body: { uuid, group: { uuid: groupUuid } } });
  });

  it('a mapping is deleted by its UUID, or by group and team', async () => {
    const first = await createMappedGroup();
    expect((await service.asAdmin('DELETE', `/api/v1/oidc/mapping/${first.uuid}`)).status).toBe(204);
    const second = await createMappedGroup();
    const path = `/api/v1/oidc/group/${second.groupUuid}/team/${second.teamUuid}/mapping`;
    expect((await service.asAdmin('DELETE', path)).status).toBe(204);
    expect((await service.asAdmin('DELETE', path)).status).toBe(404);
  });

  it.each([
    ['DELETE', '/api/v1/oidc/group/{uuid}', undefined],
    ['GET', '/api/v1/oidc/group/{uuid}/team', undefined],
    ['DELETE', '/api/v1/oidc/mapping/{uuid}', undefined],
    ['POST', '/api/v1/oidc/group', { uuid: crypto.randomUUID(), name: 'x' }],
    ['PUT', '/api/v1/oidc/mapping', { team: crypto.randomUUID(), group: crypto.randomUUID() }],
  ])('%s %s answers 404 for what does not exist', async (method, path, body) => {
    const url = path.replace('{uuid}', crypto.randomUUID());
    expect((await service.asAdmin(method, url, body)).status).toBe(404);
  });

  it('a team with permissions that the caller lacks is refused with 403', async () => {
    const username = await createUser(service);
    for (const part of ['CREATE', 'UPDATE', 'DELETE']) {
      await service.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT_${part}/user/${username}`);
    }
    const { text: token } = await signIn(service, username);
    const { teamUuid, groupUuid, uuid } = await createMappedGroup();
    await service.asAdmin('POST', `/api/v1/permission/SYSTEM_CONFIGURATION/team/${teamUuid}`);
    const { body: other } = await service.asAdmin('PUT', '/api/v1/oidc/group', { name: crypto.randomUUID() });
    const calls = [
      ['PUT', '/api/v1/oidc/mapping', { team: teamUuid, group: other.uuid }],
      ['POST', '/api/v1/oidc/group', { uuid: groupUuid, name: 'everybody' }],
      ['DELETE', `/api/v1/oidc/mapping/${uuid}`, undefined],
      ['DELETE', `/api/v1/oidc/group/${groupUuid}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await service.request(method, path, { token, body })).status).toBe(403);
    }
  });
});
