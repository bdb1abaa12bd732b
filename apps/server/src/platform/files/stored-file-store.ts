import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { toPieces } from './to-pieces.ts';

/** Whose file it is: each part of the service deletes its own. */
export type StoredFileKind = 'bom';

export interface StoredFile {
  readonly id: number;
  readonly sha256: Buffer;
  readonly size: number;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const PIECE_BYTES = 1024 * 1024;

/** SBOMs compress about ten to one even at the fastest level. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Keeps a file in the database, so that every node can read it. One piece of it is in memory at a time. */
export async function storeFile(
  tx: Tx,
  kind: StoredFileKind,
  chunks: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const id = await insertFile(tx, kind);
  const hash = createHash('sha256');
  let [size, position] = [0, 0];
  for await (const piece of toPieces(chunks, PIECE_BYTES)) {
    hash.update(piece);
    size += piece.length;
    await insertPiece(tx, id, position++, await compress(piece, FASTEST));
  }
  const sha256 = hash.digest();
  await sql`update stored_file set sha256 = ${sha256}, size = ${size} where id = ${id}`.execute(tx);
  return { id, sha256, size };
}

async function insertFile(tx: Tx, kind: StoredFileKind): Promise<number> {
  const { id } = await tx
    .insertInto('stored_file')
    .values({ kind, sha256: Buffer.alloc(0), size: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertPiece(tx: Tx, file_id: number, position: number, content: Buffer): Promise<void> {
  await tx.insertInto('stored_file_chunk').values({ file_id, position, content }).execute();
}

/** The content of a file. It ends early when the file is deleted meanwhile. */
export async function* readStoredFile(db: Db, fileId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const piece = await db
      .selectFrom('stored_file_chunk')
      .select('content')
      .where('file_id', '=', fileId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!piece) return;
    yield await decompress(piece.content);
  }
}

export async function deleteStoredFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from stored_file where id = any(${[...ids]}::bigint[])`.execute(tx);
}
