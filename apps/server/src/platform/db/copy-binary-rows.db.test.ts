import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { type BinaryField, copyBinaryRows, toUuidBytes } from './copy-binary-rows.ts';
import { inTransaction } from './database.ts';

const UUID = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table copied (id uuid, bytes bytea, text text)`.execute(database.db);
});
afterAll(() => database.drop());

const copy = (rows: Iterable<BinaryField[]>) =>
  inTransaction(database.db, (tx) => copyBinaryRows(tx, 'copied', ['id', 'bytes', 'text'], rows));

async function copied() {
  const { rows } = await sql<{ id: string; bytes: Buffer; text: string }>`
    delete from copied returning *`.execute(database.db);
  return rows;
}

test('copies bytes, texts, UUIDs and null', async () => {
  await copy([
    [toUuidBytes(UUID), Buffer.from([0, 255, 10, 92]), Buffer.from('tab\t, \\N and ä 🙂')],
    [null, Buffer.alloc(0), null],
  ]);
  expect(await copied()).toEqual([
    { id: UUID, bytes: Buffer.from([0, 255, 10, 92]), text: 'tab\t, \\N and ä 🙂' },
    { id: null, bytes: Buffer.alloc(0), text: null },
  ]);
});

test('copies no rows and many rows', async () => {
  await copy([]);
  expect(await copied()).toEqual([]);
  const texts = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(n * 10)}`);
  await copy(texts.map((text) => [null, null, Buffer.from(text)]));
  const arrived = new Set((await copied()).map(({ text }) => text));
  expect([arrived.size, texts.every((text) => arrived.has(text))]).toEqual([300, true]);
});
