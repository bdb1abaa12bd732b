import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

interface DeliveryTotals {
  readonly waiting: number;
  /** Ended without success, and not deleted yet. */
  readonly failed: number;
}

export async function readDeliveryTotals(db: Db): Promise<DeliveryTotals> {
  const { rows } = await sql<DeliveryTotals>`
    select (select coalesce(sum(waiting), 0)::bigint from delivery_lane where waiting > 0) as waiting,
      (select count(*) from delivery where status in ('FAILED', 'FILTER_FAILED')) as failed`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}
