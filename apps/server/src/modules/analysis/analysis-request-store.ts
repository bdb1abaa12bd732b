import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const REQUESTS_LOCK = 704_150;

/** Serialises requests for a project. Does not lock the project, which a running analysis may hold for long. */
export async function lockRequests(tx: Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(REQUESTS_LOCK)}, hashint8(${projectId}))`.execute(tx);
}
