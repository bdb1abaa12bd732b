import type { Db } from '../../../platform/db/database.ts';
import { readDeliveryTotals } from './delivery-totals-store.ts';

/** How many deliveries wait, and how many ended without success. */
export function getDeliveryTotals(db: Db): ReturnType<typeof readDeliveryTotals> {
  return readDeliveryTotals(db);
}
