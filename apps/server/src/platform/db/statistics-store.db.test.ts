import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction, type Tx } from './database.ts';
import { refreshStatistics } from './statistics-store.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const insertTags = (tx: Tx, from: number, to: number) =>
  sql`insert into tag (name) select 'tag ' || n from generate_series(${from}::int, ${to}::int) n`.execute(tx);

async function knownTags(): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select greatest(reltuples, 0) as known from pg_class where oid = 'tag'::regclass`.execute(database.db);
  return rows[0]?.known ?? 0;
}

const load = (from: number, to: number) =>
  inTransaction(database.db, async (tx) => {
    await insertTags(tx, from, to);
    await refreshStatistics(tx, { tag: to - from + 1 });
  });

it('a bulk load refreshes the statistics at commit', async () => {
  await load(1, 20_000);
  expect(await knownTags()).toBe(20_000);
});

it('a small load, or a small share of the table, does not', async () => {
  await load(1, 100);
  expect(await knownTags()).toBe(0);
  await load(101, 20_000);
  const known = await knownTags();
  await load(20_001, 21_000);
  expect(await knownTags()).toBe(known);
});

it('concurrent loads do not wait for each other', async () => {
  await inTransaction(database.db, async (tx) => {
    await insertTags(tx, 1, 1_000);
    await refreshStatistics(tx, { tag: 1_000 });
    await load(1_001, 3_000);
  });
  expect((await database.db.selectFrom('tag').select('id').execute()).length).toBe(3_000);
});
