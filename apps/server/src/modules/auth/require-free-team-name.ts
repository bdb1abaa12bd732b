import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { describeTaken } from './name-rules.ts';
import { lockAccess } from './permission-store.ts';
import { findTeamNamedLike, type TeamRecord } from './team-store.ts';

/** Like `require-free-username.ts`: `ADMINISTRATORS` must not exist beside `Administrators`. */
export async function requireFreeTeamName(tx: Tx, wanted: string, teamId?: number): Promise<void> {
  await lockAccess(tx);
  const taken = await findTeamNamedLike(tx, wanted, teamId);
  if (taken) throw teamNameTaken(wanted, taken);
}

export function teamNameTaken(wanted: string, taken?: TeamRecord): AppError {
  return new AppError('conflict', describeTaken('team', wanted, taken?.name), {
    title: 'Team already exists',
    members: { teamUuid: taken?.uuid, teamName: taken?.name ?? wanted },
  });
}
