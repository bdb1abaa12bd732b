import type { Db } from '../../../platform/db/database.ts';
import { inConflictTransaction } from '../../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { toStoredCpeName } from '../identifiers/cpe-name.ts';
import { claimUnnormalisedCpes, updateCpeNames } from './cpe-name-store.ts';

/** Every batch reads all components once, so a batch is large. */
const CPES_AT_ONCE = 20_000;

/**
 * Sets `cpe_name` of components that were stored before the column existed. Idempotent, and safe on several nodes at
 * once.
 */
export async function fillCpeNames(db: Db): Promise<void> {
  let claimed: number;
  do claimed = await fillBatch(db);
  while (claimed > 0);
}

function fillBatch(db: Db): Promise<number> {
  return inConflictTransaction(db, toConflict, async (tx) => {
    const cpes = await claimUnnormalisedCpes(tx, CPES_AT_ONCE);
    const names = new Map(cpes.map((cpe) => [cpe, toStoredCpeName(cpe)]));
    await updateCpeNames(tx, names);
    return cpes.length;
  });
}

function toConflict(constraint: string): AppError {
  return new AppError('conflict', `Setting the CPE names of components violates ${constraint}.`);
}
