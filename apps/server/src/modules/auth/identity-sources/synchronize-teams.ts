import type { Tx } from '../../../platform/db/database.ts';
import { deleteOtherMemberships, insertMemberships, listTeamIdsOfUser } from '../membership-store.ts';
import { lockAccess } from '../permission-store.ts';

/** Makes the user a member of exactly these teams. Takes the lock of access changes only if something changes. */
export async function synchronizeTeams(tx: Tx, userId: number, teamIds: readonly number[]): Promise<void> {
  const present = new Set(await listTeamIdsOfUser(tx, userId));
  const isSame = present.size === teamIds.length && teamIds.every((id) => present.has(id));
  if (isSame) return;
  await lockAccess(tx);
  await deleteOtherMemberships(tx, userId, teamIds);
  await insertMemberships(tx, userId, teamIds);
}
