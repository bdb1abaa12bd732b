import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { isDataRejected } from './database-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const errorOf = (statement: string) =>
  sql
    .raw(statement)
    .execute(database.db)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test.each([
  ['a number that is none', "select 'x'::int"],
  [
    'a row too large for an index',
    `insert into project (uuid, name)
    select gen_random_uuid(), string_agg(gen_random_uuid()::text, '') from generate_series(1, 400)`,
  ],
  ['a missing value', 'insert into component (uuid) values (gen_random_uuid())'],
])('%s is rejected on every attempt', async (_what, statement) => {
  expect(isDataRejected(await errorOf(statement))).toBe(true);
});

test.each([
  ['a deadlock', "do $$ begin raise exception using errcode = '40P01'; end $$"],
  ['a disk that is full', "do $$ begin raise exception using errcode = '53100'; end $$"],
  ['a server that stops', "do $$ begin raise exception using errcode = '57P01'; end $$"],
])('%s is transient', async (_what, statement) => {
  expect(isDataRejected(await errorOf(statement))).toBe(false);
});
