import { type Db, inTransaction } from '../db/database.ts';
import { deleteStoredFiles } from './stored-file-store.ts';

/** Deleting a file takes time with its size; a transaction for each few keeps them short. */
const FILES_AT_ONCE = 50;

/** A file that nobody refers to may belong to an upload that is just being accepted. */
const ACCEPTED_WITHIN_MS = 3_600_000;

interface Means {
  readonly db: Db;
  readonly now: () => Date;
}

/** Files, stored before a time, that nobody refers to any more; at most so many. */
type ListUnusedFiles = (db: Db, before: Date, limit: number) => Promise<readonly number[]>;

export async function deleteUnusedFiles({ db, now }: Means, listUnusedFiles: ListUnusedFiles): Promise<void> {
  const before = new Date(now().getTime() - ACCEPTED_WITHIN_MS);
  for (;;) {
    const ids = await listUnusedFiles(db, before, FILES_AT_ONCE);
    if (ids.length === 0) return;
    await inTransaction(db, (tx) => deleteStoredFiles(tx, ids));
  }
}
