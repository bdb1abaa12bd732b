import type { Db } from './database.ts';

/** The database as it was at one moment, for as long as it takes to read it. It holds a connection. */
export interface Snapshot {
  readonly db: Db;
  /** Must be called, whatever happened; calling it again does nothing. */
  close(): Promise<void>;
}

export async function openSnapshot(db: Db): Promise<Snapshot> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let closing: Promise<void> | undefined;
  return {
    db: tx,
    close: () => {
      closing ??= tx.rollback().execute();
      return closing;
    },
  };
}
