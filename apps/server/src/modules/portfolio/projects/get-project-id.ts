import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireVisible } from './project-errors.ts';
import { findVisibility } from './project-store.ts';

/** Throws unless the project exists and the principal may see it. */
export async function getProjectId(db: Db, principal: Principal, uuid: string): Promise<number> {
  return requireVisible(await findVisibility(db, principal, uuid)).id;
}
