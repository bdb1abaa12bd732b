import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export async function upsertViolationAnalysis(
  tx: Tx,
  violationId: number,
  state: string,
  isSuppressed: boolean,
): Promise<void> {
  await sql`
    insert into policy_violation_analysis (violation_id, state, is_suppressed)
    values (${violationId}, ${state}, ${isSuppressed})
    on conflict (violation_id) do update set state = excluded.state, is_suppressed = excluded.is_suppressed`.execute(
    tx,
  );
}

export async function insertViolationComments(
  tx: Tx,
  violationId: number,
  at: Date,
  commenter: string,
  comments: readonly string[],
): Promise<void> {
  await sql`
    insert into policy_violation_audit (violation_id, at, commenter, comment)
    select ${violationId}::bigint, ${at}, ${commenter}, comment
    from unnest(${[...comments]}::text[]) with ordinality as given (comment, position) order by position`.execute(
    tx,
  );
}

/** Locks the violation until the transaction ends. */
export async function lockViolation(tx: Tx, violationId: number): Promise<void> {
  await sql`select from policy_violation where id = ${violationId} for update`.execute(tx);
}
