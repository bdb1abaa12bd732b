import type { Tx } from '../../platform/db/database.ts';
import type { ChangedProject, ProjectChangeConsumer } from './project-change.ts';
import { deleteSomeChanges } from './project-change-store.ts';

/**
 * Claims changed projects for a consumer, which has to follow them in the same transaction: if it rolls back, the changes
 * are due again. A change that commits after the claim is claimed next time, so the consumer reads the projects after
 * claiming them. Each row is one change, so a project may be left over for the next claim. Returns none if there are none.
 */
export function claimChangedProjects(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  maxChanges: number,
): Promise<readonly ChangedProject[]> {
  return deleteSomeChanges(tx, consumer, maxChanges);
}
