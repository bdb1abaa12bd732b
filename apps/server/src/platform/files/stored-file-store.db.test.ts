import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from '../db/database.ts';
import { deleteStoredFiles, readStoredFile, storeFile } from './stored-file-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function* cut(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function store(bytes: Buffer, size: number): Promise<number> {
  const digest = { sha256: createHash('sha256').update(bytes).digest(), size: bytes.length };
  return inTransaction(database.db, (tx) => storeFile(tx, 'bom', digest, Readable.from(cut(bytes, size))));
}

async function read(id: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readStoredFile(database.db, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([0, 1, 1024 * 1024, 3 * 1024 * 1024 + 17])(
  'a file of %s bytes is read as it was stored',
  async (size) => {
    const bytes = Buffer.concat([randomBytes(Math.ceil(size / 2)), Buffer.alloc(Math.floor(size / 2))]);
    for (const chunk of [70_000, 5_000_000])
      expect((await read(await store(bytes, chunk))).equals(bytes)).toBe(true);
  },
);

test('a file is stored compressed, in chunks of a megabyte', async () => {
  const text = Buffer.alloc(5 * 1024 * 1024, 'a document ');
  const id = await store(Buffer.concat([randomBytes(2 * 1024 * 1024), text]), 100_000);
  const { rows } = await sql<{ pieces: number; largest: number }>`
    select count(*) as pieces, max(length(content)) as largest from stored_file_chunk where file_id = ${id}
  `.execute(database.db);
  expect(rows[0]?.pieces).toBe(3);
  expect(rows[0]?.largest).toBe(1024 * 1024);
});

test('a deleted file is deleted with all its chunks', async () => {
  const id = await store(Buffer.from('x'), 1);
  await inTransaction(database.db, (tx) => deleteStoredFiles(tx, [id]));
  await expect(read(id)).rejects.toThrow();
  const { rows } = await sql`select from stored_file_chunk where file_id = ${id}`.execute(database.db);
  expect(rows).toEqual([]);
});
