import type { Db } from '../../platform/db/database.ts';
import type { ProjectChangeConsumer } from './project-change.ts';
import { hasChanges } from './project-change-store.ts';

export function hasProjectChanges(db: Db, consumer: ProjectChangeConsumer): Promise<boolean> {
  return hasChanges(db, consumer);
}
