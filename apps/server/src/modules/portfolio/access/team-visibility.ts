import type { TeamVisibility } from '../../auth/access-context.ts';
import { hasHiddenMapping } from './access-store.ts';

/** A team sees the projects that it is mapped to and their descendants, so comparing the mappings is enough. */
export const teamVisibility: TeamVisibility = {
  seesMore: (db, principal, teamIds) =>
    teamIds.length === 0 ? Promise.resolve(false) : hasHiddenMapping(db, principal, teamIds),
};
