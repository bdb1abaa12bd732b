import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findLatestRun, type SyncRunRow } from './bundle-store.ts';

export async function getLatestSync(db: Db, bundleUuid: string): Promise<SyncRunRow> {
  const run = await findLatestRun(db, bundleUuid);
  if (!run) throw new AppError('not-found', 'The bundle has never been synchronised.');
  return run;
}
