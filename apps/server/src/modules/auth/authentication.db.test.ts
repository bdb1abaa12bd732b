import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createUser, isSignedIn, newUser, signIn } from '../../../test/support/test-users.ts';
import { hashApiKeySecret } from './api-key-text.ts';
import { cleanUpSessions } from './clean-up-sessions.ts';
import { openSession } from './open-session.ts';
import { hashPassword } from './password-hash.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';
import { findSignInRecord, type SignInRecord } from './user-store.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const tokenOf = async (username: string) => (await signIn(service, username)).text;

async function signInRecordOf(username: string): Promise<SignInRecord> {
  const record = await findSignInRecord(service.db, username);
  if (!record) throw new Error(`There is no user ${username}.`);
  return record;
}

describe('Bearer tokens', () => {
  it('are stored only as a hash', async () => {
    const token = await tokenOf(await createUser(service));
    const rows = await service.db.selectFrom('user_session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some((row) => row.token_hash.equals(hashSessionToken(token)))).toBe(true);
  });

  it('live for svc.auth.session-timeout-ms, 28800000 by default, counted from the sign-in', async () => {
    const token = await tokenOf(await createUser(service));
    const session = await service.db
      .selectFrom('user_session')
      .selectAll()
      .where('token_hash', '=', hashSessionToken(token))
      .executeTakeFirstOrThrow();
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(28_800_000);
  });

  it('answer 401 once their time is over', async () => {
    const token = await tokenOf(await createUser(service));
    expect(await isSignedIn(service, token)).toBe(true);
    await service.db
      .updateTable('user_session')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('token_hash', '=', hashSessionToken(token))
      .execute();
    const answer = await service.request('GET', '/api/v1/user/self', { token });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('are not issued for a password whose change was forced while it was being checked', async () => {
    const username = await createUser(service);
    const record = await signInRecordOf(username);
    const forced = { forcePasswordChange: true, newPassword: null, confirmPassword: null };
    await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, forced));
    await expect(openSession(service.context, record)).rejects.toThrow('wrong');
  });

  it('are not issued for a password that was changed while it was being checked', async () => {
    const username = await createUser(service);
    const record = await signInRecordOf(username);
    const passwords = { newPassword: 'another one here', confirmPassword: 'another one here' };
    await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, passwords));
    await expect(openSession(service.context, record)).rejects.toThrow('wrong');
  });
});

describe('The rules for passwords', () => {
  it('do not apply to stored passwords: a short old one still signs in', async () => {
    const username = await createUser(service);
    await service.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword('old') })
      .where('username', '=', username)
      .execute();
    expect((await signIn(service, username, 'old')).status).toBe(200);
  });
});

describe('Failed sign-ins', () => {
  const countFailures = async () =>
    (await service.db.selectFrom('login_failure').selectAll().execute()).length;

  it('are deleted once they no longer count', async () => {
    const username = await createUser(service);
    for (let attempt = 0; attempt < 6; attempt++) await signIn(service, username, 'a wrong password');
    expect(await countFailures()).toBeGreaterThan(0);
    await cleanUpSessions(service.context);
    expect(await countFailures()).toBeGreaterThan(0);
    await cleanUpSessions({ ...service.context, now: () => new Date(Date.now() + 60 * 60_000) });
    expect(await countFailures()).toBe(0);
  });
});

describe('A user with a name in conflict', () => {
  const addConflicted = async (kind: 'LDAP' | 'OIDC') => {
    const username = `user-${crypto.randomUUID()}-CONFLICT-${kind}`;
    const row = { kind, username };
    const { id } = await service.db
      .insertInto('app_user')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, username };
  };

  it.each(['LDAP', 'OIDC'] as const)(
    'cannot authenticate until an administrator renames it: %s',
    async (kind) => {
      const { id, username } = await addConflicted(kind);
      const record = await signInRecordOf(username);
      if (!record) throw new Error('The user is gone.');
      await expect(openSession(service.context, record)).rejects.toMatchObject({
        kind: 'forbidden',
        extras: { members: { cause: 'UNMAPPED_ACCOUNT' } },
      });
      const token = newSessionToken();
      const expires_at = new Date(Date.now() + 60_000);
      const session = {
        token_hash: hashSessionToken(token),
        user_id: id,
        created_at: new Date(),
        expires_at,
      };
      await service.db.insertInto('user_session').values(session).execute();
      expect(await isSignedIn(service, token)).toBe(false);

      const renamed = `renamed-${id}`;
      const path = `/api/v1/user/${encodeURIComponent(username)}/rename`;
      expect((await service.asAdmin('POST', path, { username: renamed })).body.username).toBe(renamed);
      const repaired = await findSignInRecord(service.db, renamed);
      if (!repaired) throw new Error('The user is gone.');
      expect(await isSignedIn(service, await openSession(service.context, repaired))).toBe(true);
    },
  );
});

describe('API keys', () => {
  const self = (key: string) =>
    service.request('GET', '/api/v1/user/self/permissions', { headers: { 'X-Api-Key': key } });

  const addKey = async (publicId: string, secret: string, legacy: boolean) => {
    const row = { public_id: publicId, secret_hash: hashApiKeySecret(secret), legacy };
    await service.db.insertInto('api_key').values(row).execute();
  };

  it('are stored with a hash of the secret part only', async () => {
    const { body: team } = await service.asAdmin('PUT', '/api/v1/team', { name: 'with a key' });
    const { key, publicId } = (await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`)).body;
    const row = await service.db
      .selectFrom('api_key')
      .selectAll()
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(key.split('_')[2]);
    expect(row?.secret_hash).toEqual(hashApiKeySecret(key.split('_')[2]));
  });

  it('work after the migration if they are of Dependency-Track', async () => {
    const secret32 = 'importedSecretimportedSecret1234';
    const secret27 = 'legacySecretlegacySecret123';
    await addKey('Imported', secret32, false);
    await addKey('lgcy1', secret27, true);
    await addKey('five5', secret32, false);
    for (const key of [
      `odt_Imported_${secret32}`,
      `lgcy1${secret27}`,
      `odt_lgcy1${secret27}`,
      `odt_lgcy1_${secret27}`,
      `odt_five5_${secret32}`,
    ]) {
      expect((await self(key)).status).toBe(200);
    }
    expect((await self(`lgcy1${secret27.replace('l', 'L')}`)).status).toBe(401);
  });
});
