import type { Tx } from '../../platform/db/database.ts';
import type { ChangedProject, ProjectChangeConsumer } from './project-change.ts';
import { deleteChangesOf } from './project-change-store.ts';

/** Claims the changes of given projects, see `claimChangedProjects`. Returns only those of them that have changes. */
export function claimProjectChanges(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  projectIds: readonly number[],
): Promise<readonly ChangedProject[]> {
  return deleteChangesOf(tx, consumer, projectIds);
}
