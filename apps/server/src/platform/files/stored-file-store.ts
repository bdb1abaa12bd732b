import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { toPieces } from './to-pieces.ts';

/** Owner of a file: each module deletes its own files. */
export type StoredFileKind = 'bom' | 'vex' | 'vuln-data';

interface FileDigest {
  readonly sha256: Buffer;
  readonly size: number;
}

const PIECE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Documents compress about ten to one even at the fastest level. */
const FASTEST = { chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Stores a file in the database, so that every node can read it: compressed with zstd, in chunks. One chunk is in memory
 * at a time.
 */
export async function storeFile(
  tx: Tx,
  kind: StoredFileKind,
  { sha256, size }: FileDigest,
  content: Readable,
): Promise<number> {
  const { id } = await tx
    .insertInto('stored_file')
    .values({ kind, sha256, size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await pipeline(content, createZstdCompress(FASTEST), async (compressed: AsyncIterable<Uint8Array>) => {
    let position = 0;
    for await (const piece of toPieces(compressed, PIECE_BYTES)) {
      await tx.insertInto('stored_file_chunk').values({ file_id: id, position, content: piece }).execute();
      position++;
    }
  });
  return id;
}

/** The content of a file. The stream fails if the file is deleted meanwhile. */
export function readStoredFile(db: Db, fileId: number): Readable {
  const content = new PassThrough({ highWaterMark: CHUNK_BYTES });
  const compressed = Readable.from(readCompressedFile(db, fileId));
  // Errors of any part are emitted by the last one.
  pipeline(compressed, createZstdDecompress({ chunkSize: CHUNK_BYTES }), content).catch(() => {});
  return content;
}

/** The same, compressed with zstd. */
export async function* readCompressedFile(db: Db, fileId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const piece = await db
      .selectFrom('stored_file_chunk')
      .select('content')
      .where('file_id', '=', fileId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!piece) return;
    yield piece.content;
  }
}

export async function deleteStoredFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from stored_file where id = any(${[...ids]}::bigint[])`.execute(tx);
}
