import type { Tx } from '../../platform/db/database.ts';
import type { ClonedProject } from '../portfolio/clone/clone-project.ts';
import { copyDecisionRows, copyFindingRows } from './copy-findings-store.ts';
import { carryOverAutomatically } from './decisions/apply-carry-over.ts';
import { findOriginOfClone } from './decisions/carry-over-store.ts';
import { recordCause } from './record-cause.ts';

/**
 * Copies the findings of a project to its clone. With history, decisions and audit entries are copied as they are;
 * without, decisions are carried over as to a new version.
 */
export async function copyFindings(tx: Tx, now: Date, clone: ClonedProject): Promise<void> {
  if (clone.components.length === 0) return;
  await copyFindingRows(tx, now, clone);
  await recordCause(tx, now, { kind: 'CLONE' }, [clone.cloneId]);
  if (clone.withHistory) await copyDecisionRows(tx, clone);
  else await carryOverToClone(tx, now, clone);
}

async function carryOverToClone(tx: Tx, now: Date, { originalId, cloneId }: ClonedProject): Promise<void> {
  const origin = await findOriginOfClone(tx, originalId, cloneId);
  if (origin) await carryOverAutomatically(tx, { origin, toId: cloneId, now });
}
