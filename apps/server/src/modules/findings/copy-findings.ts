import type { Tx } from '../../platform/db/database.ts';
import type { ClonedProject } from '../portfolio/clone-project.ts';
import { carryOverToClone } from './carry-over-decisions.ts';
import { copyDecisionRows, copyFindingRows } from './copy-findings-store.ts';

/** The findings of a project for its clone; the decisions on them and their history where that is wanted. */
export async function copyFindings(tx: Tx, now: Date, clone: ClonedProject): Promise<void> {
  if (clone.components.length === 0) return;
  await copyFindingRows(tx, clone);
  if (clone.withHistory) await copyDecisionRows(tx, clone);
  else await carryOverToClone(tx, now, clone.originalId, clone.cloneId);
}
