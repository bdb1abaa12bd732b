import { type Db, inTransaction } from '../db/database.ts';
import { deleteStoredFiles } from './stored-file-store.ts';

/** Deleting takes time with the size of the files: small batches keep transactions short. */
const FILES_AT_ONCE = 50;

/** A younger file without references may belong to an upload that is being accepted. */
const ACCEPTED_WITHIN_MS = 3_600_000;

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Ids of unreferenced files that were stored before a time. */
type ListUnusedFiles = (db: Db, before: Date, limit: number) => Promise<readonly number[]>;

export async function deleteUnusedFiles({ db, now }: Deps, listUnusedFiles: ListUnusedFiles): Promise<void> {
  const before = new Date(now().getTime() - ACCEPTED_WITHIN_MS);
  for (;;) {
    const ids = await listUnusedFiles(db, before, FILES_AT_ONCE);
    if (ids.length === 0) return;
    await inTransaction(db, (tx) => deleteStoredFiles(tx, ids));
  }
}
