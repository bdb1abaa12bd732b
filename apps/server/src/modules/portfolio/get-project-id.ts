import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';

/** For what concerns a project without showing it: it must exist, and the principal must be allowed to see it. */
export async function getProjectId(db: Db, principal: Principal, uuid: string): Promise<number> {
  return requireVisible(await findVisibility(db, principal, uuid)).id;
}
