import type { Tx } from '../../platform/db/database.ts';
import { insertRechecks } from './recheck-store.ts';

/** Records that all policies have to be evaluated in the projects. The caller enqueues the job. */
export async function recordRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await insertRechecks(tx, projectIds);
}
