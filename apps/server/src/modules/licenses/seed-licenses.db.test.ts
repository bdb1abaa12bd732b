import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { resolveLicense } from './license-table.ts';
import { loadLicenseTable } from './load-license-table.ts';
import { seedLicenses } from './seed-licenses.ts';

describe('the SPDX list', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const find = (id: string) =>
    database.db.selectFrom('license').selectAll().where('license_id', '=', id).executeTakeFirstOrThrow();
  const forgetVersion = () => sql`update license_list set version = 'older'`.execute(database.db);

  it('is imported with texts and flags', async () => {
    expect(await find('Apache-2.0')).toMatchObject({
      name: 'Apache License 2.0',
      text: expect.stringContaining('TERMS AND CONDITIONS'),
      see_also: [expect.stringMatching(/^https:/)],
      is_osi_approved: true,
      is_fsf_libre: true,
      is_deprecated: false,
      is_custom: false,
    });
    expect(await find('GPL-2.0+')).toMatchObject({ is_deprecated: true, is_fsf_libre: true });
    expect(await find('SSPL-1.0')).toMatchObject({ is_osi_approved: false, is_fsf_libre: false });
  });

  it('is imported again only if its version changed', async () => {
    await database.db.deleteFrom('license').where('license_id', '=', 'Zed').execute();
    await seedLicenses(database.db);
    await expect(find('Zed')).rejects.toThrow();
    await forgetVersion();
    await seedLicenses(database.db);
    expect(await find('Zed')).toMatchObject({ name: 'Zed License' });
    const versions = await database.db.selectFrom('license_list').selectAll().execute();
    expect(versions).toEqual([{ version: expect.stringMatching(/^\d+\.\d+\.\d+\/\d+$/) }]);
  });

  it('keeps the UUIDs of licences, and replaces a custom licence of the same id', async () => {
    const before = await find('MIT');
    await database.db.deleteFrom('license').where('license_id', '=', 'Zed').execute();
    const custom = { uuid: crypto.randomUUID(), license_id: 'zed', name: 'Ours', is_custom: true };
    await database.db.insertInto('license').values(custom).execute();
    await forgetVersion();
    await seedLicenses(database.db);
    expect(await find('MIT')).toEqual(before);
    expect(await find('Zed')).toMatchObject({ uuid: custom.uuid, name: 'Zed License', is_custom: false });
  });

  it('can be imported by several nodes at once', async () => {
    await forgetVersion();
    await Promise.all([seedLicenses(database.db), seedLicenses(database.db), seedLicenses(database.db)]);
    const { total } = await database.db
      .selectFrom('license')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBeGreaterThan(700);
  });

  it('does not restore a deleted default group', async () => {
    await database.db.deleteFrom('license_group').where('name', '=', 'Permissive').execute();
    await forgetVersion();
    await seedLicenses(database.db);
    const groups = await database.db.selectFrom('license_group').select('name').orderBy('name').execute();
    expect(groups.map((group) => group.name)).toEqual(['Copyleft', 'Non-Commercial', 'Weak Copyleft']);
  });

  it('resolves licences by SPDX id, ignoring case, then by name', async () => {
    const table = await loadLicenseTable(database.db);
    const resolve = (candidate: { id?: string; name?: string }) =>
      resolveLicense(table, candidate)?.licenseId;
    expect(resolve({ id: 'apache-2.0' })).toBe('Apache-2.0');
    expect(resolve({ name: ' apache license 2.0 ' })).toBe('Apache-2.0');
    expect(resolve({ name: 'MIT' })).toBe('MIT');
    expect(resolve({ id: 'unheard of', name: 'MIT License' })).toBe('MIT');
    expect(resolve({ name: 'GNU General Public License v2.0 or later' })).toBe('GPL-2.0-or-later');
    expect(resolve({ id: 'unheard of' })).toBeUndefined();
    expect(resolve({})).toBeUndefined();
  });
});
