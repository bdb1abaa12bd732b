import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function listTeamIdsOfUser(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Returns the ids of the teams that the user was not a member of. */
export async function insertMemberships(
  tx: Tx,
  userId: number,
  teamIds: readonly number[],
): Promise<number[]> {
  if (teamIds.length === 0) return [];
  const added = await tx
    .insertInto('team_member')
    .values(teamIds.map((teamId) => ({ team_id: teamId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('team_id')
    .execute();
  return added.map((row) => row.team_id);
}

export async function deleteMembership(tx: Tx, userId: number, teamId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('team_member')
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns the number of deleted memberships. */
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
