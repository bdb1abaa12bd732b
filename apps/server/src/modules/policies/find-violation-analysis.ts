import type { ViolationAnalysis } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getViolation } from './get-violation.ts';
import { presentViolationAnalysis } from './present-violation.ts';
import { listViolationComments } from './violation-list-store.ts';

/** Returns undefined if nobody has decided yet. Throws if no such violation exists. */
export async function findViolationAnalysis(
  db: Db,
  principal: Principal,
  component: string,
  violation: string,
): Promise<ViolationAnalysis | undefined> {
  const row = await getViolation(db, principal, component, violation);
  if (row.analysis_state === null) return undefined;
  return presentViolationAnalysis(row, await listViolationComments(db, row.id));
}
