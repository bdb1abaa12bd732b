import type { TeamVisibility } from '../auth/access-context.ts';
import { hasHiddenMapping } from './access-store.ts';

/** A team sees what it is mapped to and everything below: whoever sees the former sees the latter. */
export const teamVisibility: TeamVisibility = {
  seesMore: (db, principal, teamIds) =>
    teamIds.length === 0 ? Promise.resolve(false) : hasHiddenMapping(db, principal, teamIds),
};
