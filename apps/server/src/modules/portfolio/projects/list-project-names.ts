import type { Db } from '../../../platform/db/database.ts';
import { listDisplayNames } from './project-store.ts';

/** Names for log and error messages, in the form `name : version`. */
export function listProjectNames(db: Db, projectIds: readonly number[]): Promise<string[]> {
  return listDisplayNames(db, projectIds);
}
