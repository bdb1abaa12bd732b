import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createUser, newUser, signIn } from '../../../test/support/test-users.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function createTeam(): Promise<{ uuid: string; name: string }> {
  const name = `team-${crypto.randomUUID()}`;
  return (await service.asAdmin('PUT', '/api/v1/team', { name })).body;
}

describe('Migrated users', () => {
  it('whose names differ only in case keep working', async () => {
    const username = await createUser(service);
    const twin = await createUser(service);
    await service.db
      .updateTable('app_user')
      .set({ username: username.toUpperCase() })
      .where('username', '=', twin)
      .execute();
    for (const name of [username, username.toUpperCase()]) {
      expect((await signIn(service, name)).status).toBe(200);
      const changed = await service.asAdmin('POST', '/api/v1/user/managed', newUser(name));
      expect(changed.body.username).toBe(name);
    }
  });

  it('with a look-alike name keep it and can be changed', async () => {
    const username = `\u0430dmin-${crypto.randomUUID()}`;
    await service.db.insertInto('app_user').values({ kind: 'LDAP', username }).execute();
    const path = `/api/v1/permission/BOM_UPLOAD/user/${encodeURIComponent(username)}`;
    expect((await service.asAdmin('POST', path)).status).toBe(200);
    const plain = await service.asAdmin('PUT', '/api/v1/user/ldap', {
      username: username.replace('\u0430', 'a'),
    });
    expect(plain.status).toBe(409);
  });
});

describe('Migrated teams', () => {
  it('keep their names, and can be sent back with them', async () => {
    const [one, twin, odd] = [await createTeam(), await createTeam(), await createTeam()];
    const names = { [twin.uuid]: one.name.toUpperCase(), [odd.uuid]: 'odd\u200bname' };
    for (const [uuid, name] of Object.entries(names)) {
      await service.db.updateTable('team').set({ name }).where('uuid', '=', uuid).execute();
      const answer = await service.asAdmin('POST', '/api/v1/team', { uuid, name });
      expect(answer.status).toBe(200);
      expect(answer.body.name).toBe(name);
    }
  });
});

describe('The last administrator', () => {
  it('cannot be deleted if the only other one has a name in conflict', async () => {
    const guarded = await startTestService();
    onTestFinished(() => guarded.close());
    const username = `user-${crypto.randomUUID()}-CONFLICT-LDAP`;
    await guarded.db.insertInto('app_user').values({ kind: 'LDAP', username }).execute();
    const granted = await guarded.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}`);
    expect(granted.status).toBe(200);
    const { body: teams } = await guarded.asAdmin('GET', '/api/v1/team');
    const { uuid } = teams.find((team: { name: string }) => team.name === 'Administrators');
    await guarded.asAdmin('DELETE', '/api/v1/user/admin/membership', { uuid });
    await guarded.asAdmin('POST', `/api/v1/user/${username}/membership`, { uuid });
    const answer = await guarded.asAdmin('DELETE', '/api/v1/user/managed', { username: 'admin' });
    expect(answer.status).toBe(409);
  });
});
