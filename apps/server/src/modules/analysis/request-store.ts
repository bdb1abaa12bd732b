import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const REQUESTS = 704_150;

/** Two who ask at the same moment ask one after the other. The project itself may be busy for longer. */
export async function lockRequests(tx: Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REQUESTS)}, hashint8(${projectId}))`.execute(tx);
}
