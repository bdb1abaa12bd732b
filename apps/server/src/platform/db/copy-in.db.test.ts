import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { copyIn } from './copy-in.ts';
import { type CopyValue, toCopyField } from './copy-text.ts';
import { inTransaction } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table copied (n integer, text text, json jsonb, flag boolean)`.execute(database.db);
});
afterAll(() => database.drop());

const STATEMENT = 'copy copied (n, text, json, flag) from stdin';

async function* lines(rows: readonly CopyValue[][]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${row.map(toCopyField).join('\t')}\n`);
}

async function copied() {
  return (await sql<{ text: string; json: unknown }>`select * from copied order by n`.execute(database.db))
    .rows;
}

test('copies texts with any characters', async () => {
  const odd = [
    'tab\t',
    'new\nline',
    'carriage\rreturn',
    'back\\slash',
    '\\N',
    '\\.',
    '',
    'ünïcödé 🙂',
    '"quotes"',
  ];
  const rows = odd.map((text, n): CopyValue[] => [n, text, { text, list: [text] }, n % 2 === 0]);
  await inTransaction(database.db, (tx) => copyIn(tx, STATEMENT, lines(rows)));
  expect(await copied()).toEqual(
    odd.map((text, n) => ({ n, text, json: { text, list: [text] }, flag: n % 2 === 0 })),
  );
  await sql`truncate copied`.execute(database.db);
});

test('replaces characters that cannot be stored', async () => {
  const odd = 'nul\u0000 half\ud83d';
  await inTransaction(database.db, (tx) => copyIn(tx, STATEMENT, lines([[1, odd, { [odd]: odd }, null]])));
  const stored = 'nul\ufffd half\ufffd';
  expect(await copied()).toEqual([{ n: 1, text: stored, json: { [stored]: stored }, flag: null }]);
  await sql`truncate copied`.execute(database.db);
});

test('copies nothing if the rows throw, and the connection remains usable', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* lines([[1, 'a', null, null]]);
    throw new Error('no more rows');
  }
  await expect(inTransaction(database.db, (tx) => copyIn(tx, STATEMENT, failing()))).rejects.toThrow();
  expect(await copied()).toEqual([]);
});

test('throws errors of the database', async () => {
  async function* malformed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x\ty\n');
  }
  await expect(inTransaction(database.db, (tx) => copyIn(tx, STATEMENT, malformed()))).rejects.toThrow(
    'integer',
  );
  expect(await copied()).toEqual([]);
});
