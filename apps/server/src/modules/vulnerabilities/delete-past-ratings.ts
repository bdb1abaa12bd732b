import type { Tx } from '../../platform/db/database.ts';
import { deleteRatingsBefore } from './past-rating-store.ts';

/** Deletes ratings that were replaced before the given time. */
export function deletePastRatings(tx: Tx, time: Date): Promise<void> {
  return deleteRatingsBefore(tx, time);
}
