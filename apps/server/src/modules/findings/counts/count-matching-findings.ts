import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { FindingFilter } from '../lists/finding-filter.ts';
import { countFindings } from '../lists/finding-list-store.ts';
import { createChoice, hasCounts } from './choose-count.ts';
import { addUpCounts } from './finding-counts-store.ts';

/** Counts the findings that match a filter. May stop at `max`, if given. */
export async function countMatchingFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max?: number,
): Promise<number> {
  const isAddedUp = hasCounts(filter) && (await createChoice(db))(filter) === 'counts';
  return isAddedUp ? addUpCounts(db, principal, filter) : countFindings(db, principal, filter, max);
}
