import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { toPieces } from './to-pieces.ts';

/** Whose file it is: each part of the service deletes its own. */
export type StoredFileKind = 'bom';

/** What is known about a file before it is stored: whoever received it has hashed it meanwhile. */
interface FileDigest {
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
  { sha256, size }: FileDigest,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { id } = await tx
    .insertInto('stored_file')
    .values({ kind, sha256, size })
    .returning('id')
    .executeTakeFirstOrThrow();
  let position = 0;
  for await (const piece of toPieces(chunks, PIECE_BYTES)) {
    const content = await compress(piece, FASTEST);
    await tx.insertInto('stored_file_chunk').values({ file_id: id, position, content }).execute();
    position++;
  }
  return id;
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
