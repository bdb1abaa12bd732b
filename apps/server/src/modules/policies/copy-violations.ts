import type { Tx } from '../../platform/db/database.ts';
import type { ClonedProject } from '../portfolio/clone/clone-project.ts';
import { copyViolationDecisions, copyViolationRows } from './copy-violations-store.ts';

/**
 * Copies the active violations of a project to its clone, so that they are not notified again. With `withHistory` also
 * decisions and audit trail. The analysis of the clone ends those that do not apply to it.
 */
export async function copyViolations(tx: Tx, clone: ClonedProject): Promise<void> {
  if (clone.components.length === 0) return;
  await copyViolationRows(tx, clone);
  if (clone.withHistory) await copyViolationDecisions(tx, clone);
}
