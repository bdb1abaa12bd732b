import type { Db } from '../../platform/db/database.ts';
import type { ProjectChangeConsumer } from './project-change.ts';
import { listChanged } from './project-change-store.ts';

/** The ids of projects with changes, for `claimProjectChanges`. */
export function listChangedProjects(db: Db, consumer: ProjectChangeConsumer): Promise<readonly number[]> {
  return listChanged(db, consumer);
}
