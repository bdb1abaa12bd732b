import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { type CopyLines, copyLines } from './copy-lines.ts';
import { toCopyLine } from './copy-text.ts';
import { inTransaction } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table copied (id integer, owner text, n integer, text text)`.execute(database.db);
});
afterAll(() => database.drop());

async function copy(lines: Iterable<CopyLines>): Promise<unknown[]> {
  await inTransaction(database.db, (tx) => copyLines(tx, 'copied', ['id', 'owner', 'n', 'text'], lines));
  const { rows } = await sql`
    with gone as (delete from copied returning *) select * from gone order by id, n`.execute(database.db);
  return rows;
}

function rowsOf(texts: readonly string[]): Uint8Array {
  return Buffer.from(texts.map((text, n) => toCopyLine(['n', 'text'], { n, text })).join(''));
}

test('prepends the prefix to every row', async () => {
  const texts = ['a\nb', 'ünïcödé 🙂', ''];
  const lines: CopyLines[] = [
    ['1\tone ü\t', rowsOf(texts)],
    ['2\ttwo\t', new Uint8Array(0)],
    ['3\tthree\t', rowsOf(['x'])],
  ];
  expect(await copy(lines)).toEqual([
    ...texts.map((text, n) => ({ id: 1, owner: 'one ü', n, text })),
    { id: 3, owner: 'three', n: 0, text: 'x' },
  ]);
});

test('copies any number of rows of any length', async () => {
  const texts = Array.from({ length: 400 }, (_, n) => 'ü'.repeat(n === 200 ? 100_000 : n));
  const rows = await copy([
    ['1\to\t', rowsOf(texts)],
    ['2\to\t', rowsOf(texts)],
  ]);
  expect(rows).toEqual([1, 2].flatMap((id) => texts.map((text, n) => ({ id, owner: 'o', n, text }))));
});
