import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

interface StoredCause {
  readonly kind: string;
  readonly actor?: string;
}

/** The first cause of a time stays. */
export async function insertCause(
  tx: Tx,
  at: Date,
  { kind, actor }: StoredCause,
  projectIds: readonly number[],
): Promise<void> {
  await sql`
    insert into finding_change (project_id, at, cause, actor)
    select id, ${at}::timestamptz, ${kind}::text, ${actor ?? null}::text
    from unnest(${[...projectIds]}::bigint[]) as id
    on conflict do nothing`.execute(tx);
}
