import { permissionNames } from '@tallyman/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { StartError } from '../../platform/errors.ts';
import { verifyPassword } from './password-hash.ts';
import { seedAuth } from './seed-auth.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.deleteFrom('app_user').execute();
  await database.db.deleteFrom('team').execute();
});

afterEach(() => database.drop());

const seed = (password?: string) => seedAuth(database.db, { password, passwordMinLength: 8 });

const passwordHash = async () =>
  (await database.db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow()).password_hash;

const count = async (table: 'app_user' | 'team' | 'user_permission') =>
  (await database.db.selectFrom(table).selectAll().execute()).length;

describe('the first start', () => {
  it('generates a password for admin and logs it once', async () => {
    const { generatedAdminPassword = '' } = await seed();
    expect(generatedAdminPassword.length).toBeGreaterThanOrEqual(20);
    expect(await verifyPassword(generatedAdminPassword, await passwordHash())).toBe(true);
    expect(await seed()).toEqual({});
  });

  it('uses the configured password and does not log it', async () => {
    expect(await seed('chosen by the operator')).toEqual({});
    expect(await verifyPassword('chosen by the operator', await passwordHash())).toBe(true);
  });

  it.each([
    ['too short', 'hunter2', 'must have at least 8 characters'],
    ['blank', '          ', 'must not be blank'],
    ['too long', 'x'.repeat(1025), 'must not be longer than 1024 bytes'],
  ])('is refused when the configured password is %s, without repeating it', async (_, password, reason) => {
    const refusal = await seed(password).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toContain(`svc.init.admin.password ${reason}`);
    expect(String(refusal)).not.toContain(password);
    expect(await count('app_user')).toBe(0);
  });

  it('is refused when the configured password is the user name', async () => {
    await expect(seedAuth(database.db, { password: 'Admin', passwordMinLength: 4 })).rejects.toThrow(
      'must not be the user name',
    );
  });

  it('does not look at the configured password once there are users', async () => {
    await seed('chosen by the operator');
    expect(await seed('short')).toEqual({});
  });

  it('grants admin every permission and creates the four default teams', async () => {
    await seed('chosen by the operator');
    expect(await count('user_permission')).toBe(permissionNames.length);
    expect(await count('team')).toBe(4);
  });

  it('seeds once when several nodes start at once, and only the one that did so knows the password', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => seed()));
    expect(await count('app_user')).toBe(1);
    expect(await count('team')).toBe(4);
    const generated = results.flatMap(({ generatedAdminPassword }) => generatedAdminPassword ?? []);
    expect(generated).toHaveLength(1);
    expect(await verifyPassword(generated[0] ?? '', await passwordHash())).toBe(true);
  });

  it('does nothing once a user exists: deleted teams are not created again', async () => {
    await seed('chosen by the operator');
    await database.db.deleteFrom('team').where('name', '=', 'Badge Viewers').execute();
    await seed('another password');
    expect(await count('team')).toBe(3);
    expect(await verifyPassword('chosen by the operator', await passwordHash())).toBe(true);
  });
});
