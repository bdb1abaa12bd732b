import type { Tx } from '../../platform/db/database.ts';
import type { ProjectChangeConsumer } from './project-change.ts';
import { insertFindingChanges } from './project-change-store.ts';

/** For changes that are not made in the project itself, such as that of a rating. */
export function recordFindingChanges(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  projectIds: readonly number[],
): Promise<void> {
  return insertFindingChanges(tx, consumer, projectIds);
}
