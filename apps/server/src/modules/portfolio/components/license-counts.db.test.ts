import type { Permission } from '@tallyman/contract';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { listLicenseUse } from './license-use-store.ts';
import { updateLicenseCounts } from './update-license-counts.ts';

const EVERYONE: Principal = {
  kind: 'user',
  id: 1,
  name: 'admin',
  permissions: new Set<Permission>(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};
const NEVER_ABORTED = { signal: new AbortController().signal };

async function countUse(db: Db, principal = EVERYONE): Promise<Record<string, number>> {
  const filter = { text: undefined, onlyUsed: true, onlyCustom: false };
  const page = { column: 'license_id', descending: false, limit: 100, after: undefined } as const;
  const { rows } = await listLicenseUse(db, principal, filter, page as never);
  return Object.fromEntries(rows.map(({ license_id, component_count }) => [license_id, component_count]));
}

async function seed(db: Db): Promise<void> {
  await sql`
    insert into license (uuid, license_id, name, is_custom) values
      (gen_random_uuid(), 'T-1', 'One', true), (gen_random_uuid(), 'T-2', 'Two', true)`.execute(db);
  await sql`
    with made as (insert into project (uuid, name) select gen_random_uuid(), 'p' || n from generate_series(1, 2) n
      returning id),
    placed as (insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from made)
    insert into component (uuid, project_id, name, classifier, identity_hash, content_hash, license_id, license_expression)
    select gen_random_uuid(), made.id, 'c' || n, 'LIBRARY', n, n,
      case when n <= 2 then (select id from license where license_id = 'T-1') end,
      case when n = 3 then 'T-1 OR T-2' when n = 4 then repeat('x', 10000) end
    from made, generate_series(1, 5) n`.execute(db);
}

test('stored counts of licences equal a count of the components, before and after each update', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  await seed(db);
  const expectCounts = async (counts: Record<string, number>) => {
    expect(await countUse(db)).toEqual(counts);
    await updateLicenseCounts({ db }, NEVER_ABORTED);
    expect(await sql`select from project_change where consumer = 'license-counts'`.execute(db)).toMatchObject(
      {
        rows: [],
      },
    );
    expect(await countUse(db)).toEqual(counts);
  };
  await expectCounts({ 'T-1': 6, 'T-2': 2 });
  await sql`update component set removed_at = now() where name = 'c1'`.execute(db);
  await expectCounts({ 'T-1': 4, 'T-2': 2 });
  await sql`update project set inactive_since = now() where name = 'p1'`.execute(db);
  await expectCounts({ 'T-1': 2, 'T-2': 1 });
  await sql`update project set inactive_since = null`.execute(db);
  await sql`delete from license where license_id = 'T-1'`.execute(db);
  await expectCounts({ 'T-2': 2 });
  await sql`delete from project where name = 'p2'`.execute(db);
  await expectCounts({ 'T-2': 1 });
  await sql`insert into setting (group_name, name, value) values ('access-management', 'acl.enabled', 'true')`.execute(
    db,
  );
  expect(await countUse(db, { ...EVERYONE, permissions: new Set() })).toEqual({});
});
