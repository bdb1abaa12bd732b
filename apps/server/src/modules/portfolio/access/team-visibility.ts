import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { TeamVisibility } from '../../auth/access-context.ts';
import { hasHiddenMapping, listProjectsById, listProjectsByUuid } from './access-store.ts';
import { asAccessManager } from './project-access.ts';

/** A team sees the projects that it is mapped to and their descendants, so comparing the mappings is enough. */
export const teamVisibility: TeamVisibility = {
  seesMore: (db, principal, teamIds) =>
    teamIds.length === 0 ? Promise.resolve(false) : hasHiddenMapping(db, principal, teamIds),
  getProjectIds,
  listProjects: listProjectsById,
};

async function getProjectIds(db: Db, principal: Principal, uuids: readonly string[]): Promise<number[]> {
  const found = await listProjectsByUuid(db, asAccessManager(principal), uuids);
  const known = new Set(found.map(({ uuid }) => uuid));
  const missing = uuids.filter((uuid) => !known.has(uuid.toLowerCase()));
  if (missing.length === 0) return found.map(({ id }) => id);
  throw new AppError(
    'invalid',
    `These projects do not exist, or you may not see them: ${missing.join(', ')}.`,
    { errors: [{ path: 'body/projects', message: 'must be projects that you may see' }] },
  );
}
