import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** How many memberships that adds. */
export async function insertMemberships(tx: Tx, userId: number, teamIds: readonly number[]): Promise<number> {
  if (teamIds.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('team_member')
    .values(teamIds.map((teamId) => ({ team_id: teamId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

export async function deleteMembership(tx: Tx, userId: number, teamId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('team_member')
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** How many memberships that ends. */
export async function deleteOtherMemberships(
  tx: Tx,
  userId: number,
  keep: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from team_member where user_id = ${userId} and team_id <> all(${keep}::bigint[])
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
