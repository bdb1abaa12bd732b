import { permissionNames } from '@tallyman/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { verifyPassword } from './password-hash.ts';
import { seedAuth } from './seed-auth.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.deleteFrom('app_user').execute();
  await database.db.deleteFrom('team').execute();
});

afterEach(() => database.drop());

const passwordHash = async () =>
  (await database.db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow()).password_hash;

const count = async (table: 'app_user' | 'team' | 'user_permission') =>
  (await database.db.selectFrom(table).selectAll().execute()).length;

describe('the first start', () => {
  it('generates a password for admin and says it once', async () => {
    const { generatedAdminPassword = '' } = await seedAuth(database.db);
    expect(generatedAdminPassword.length).toBeGreaterThanOrEqual(20);
    expect(await verifyPassword(generatedAdminPassword, await passwordHash())).toBe(true);
    expect(await seedAuth(database.db)).toEqual({});
  });

  it('takes the configured password and does not repeat it', async () => {
    expect(await seedAuth(database.db, 'chosen by the operator')).toEqual({});
    expect(await verifyPassword('chosen by the operator', await passwordHash())).toBe(true);
  });

  it('gives admin every permission and makes the four default teams', async () => {
    await seedAuth(database.db, 'chosen by the operator');
    expect(await count('user_permission')).toBe(permissionNames.length);
    expect(await count('team')).toBe(4);
  });

  it('seeds once when several nodes start at once, and only the one that did so knows the password', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => seedAuth(database.db)));
    expect(await count('app_user')).toBe(1);
    expect(await count('team')).toBe(4);
    const generated = results.flatMap(({ generatedAdminPassword }) => generatedAdminPassword ?? []);
    expect(generated).toHaveLength(1);
    expect(await verifyPassword(generated[0] ?? '', await passwordHash())).toBe(true);
  });

  it('is over once there is a user: deleted teams do not come back', async () => {
    await seedAuth(database.db, 'chosen by the operator');
    await database.db.deleteFrom('team').where('name', '=', 'Badge Viewers').execute();
    await seedAuth(database.db, 'another password');
    expect(await count('team')).toBe(3);
    expect(await verifyPassword('chosen by the operator', await passwordHash())).toBe(true);
  });
});
