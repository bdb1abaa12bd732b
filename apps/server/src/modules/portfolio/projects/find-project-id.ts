import type { Db } from '../../../platform/db/database.ts';
import { findIdByUuid } from './project-store.ts';

/** For jobs: does not check access. Returns undefined if the project does not exist. */
export function findProjectId(db: Db, uuid: string): Promise<number | undefined> {
  return findIdByUuid(db, uuid);
}
