import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { alternateRowTexts, RowTexts, readRowTexts } from './row-texts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('finds texts by number', async () => {
  const texts = ['', 'plain', 'tab\t', 'new\nline', 'ünïcödé 🙂', '"quotes" and back\\slashes'];
  const statement = sql`
    select n::bigint, text from unnest(${texts}::text[]) with ordinality as given (text, n) order by n desc`;
  const rows = await readRowTexts(database.db, statement, new RowTexts());
  expect(texts.map((_, index) => rows.find(index + 1))).toEqual(texts);
  expect(rows.find(0)).toBeUndefined();
});

test('grows with the rows, and is cleared before each read', async () => {
  const place = new RowTexts();
  const long = sql`select n::bigint, repeat('é', 100000) from generate_series(1, 3) n`;
  expect((await readRowTexts(database.db, long, place)).find(3)).toBe('é'.repeat(100_000));
  const short = sql`select 1::bigint, 'short'::text`;
  const rows = await readRowTexts(database.db, short, place);
  expect([rows.find(1), rows.find(3)]).toEqual(['short', undefined]);
});

test('prepares a frequent statement', async () => {
  const place = new RowTexts();
  for (let n = 0; n < 10; n++) {
    const statement = sql`select ${n}::bigint, ${`text ${n}`}::text`;
    expect((await readRowTexts(database.db, statement, place)).find(n)).toBe(`text ${n}`);
  }
});

test('throws the error of a statement, and the connection remains usable', async () => {
  const failing = sql`select 1::bigint, (1 / 0)::text`;
  await expect(readRowTexts(database.db, failing, new RowTexts())).rejects.toThrow('division by zero');
  const rows = await readRowTexts(database.db, sql`select 1::bigint, 'fine'::text`, new RowTexts());
  expect(rows.find(1)).toBe('fine');
});

test('alternates between two buffers', () => {
  const next = alternateRowTexts();
  const [first, second, third] = [next(), next(), next()];
  expect(second).not.toBe(first);
  expect(third).toBe(first);
});
