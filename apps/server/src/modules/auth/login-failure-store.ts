import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Returns the end of the block if sign-ins for one of the subjects are blocked. */
export async function findBlock(db: Db, subjects: readonly string[], now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('login_failure')
    .select(({ fn }) => fn.max('blocked_until').as('until'))
    .where('subject', 'in', [...subjects])
    .where('blocked_until', '>', now)
    .executeTakeFirst();
  return row?.until ?? undefined;
}

interface Failure {
  readonly subject: string;
  readonly now: Date;
  /** Failures that ended before this time do not count. */
  readonly windowStart: Date;
}

/** Counts a failure and returns the number of failures in the window. */
export async function countFailure(tx: Tx, { subject, now, windowStart }: Failure): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure as earlier (subject, failures, last_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      failures = case
        when greatest(earlier.last_at, earlier.blocked_until) < ${windowStart} then 1
        else earlier.failures + 1
      end,
      last_at = excluded.last_at
    returning failures
  `.execute(tx);
  return rows[0]?.failures ?? 0;
}

export async function blockSubject(tx: Tx, subject: string, until: Date): Promise<void> {
  await tx
    .updateTable('login_failure')
    .set({ blocked_until: until })
    .where('subject', '=', subject)
    .execute();
}

export async function deleteFailures(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('subject', '=', subject).execute();
}

/** Deletes the failures of a subject and of all its pairs, such as a user name with each address. */
export async function deleteAllFailures(tx: Tx, subject: string): Promise<void> {
  await sql`
    delete from login_failure where subject = ${subject} or starts_with(subject, ${`${subject}@`})
  `.execute(tx);
}

export async function deleteFailuresBefore(tx: Tx, windowStart: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_failure where greatest(last_at, blocked_until) < ${windowStart}
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
