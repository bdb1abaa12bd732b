import type { Db } from './database.ts';

/** The database at one point in time. Holds a connection until it is closed. */
export interface Snapshot {
  readonly db: Db;
  /** Must always be called. Calling it again does nothing. */
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
