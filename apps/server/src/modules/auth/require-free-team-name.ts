import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { describeTaken } from './name-rules.ts';
import { lockAccess } from './permission-store.ts';
import { findTeamNamedLike, type TeamRecord } from './team-store.ts';

/** Like `require-free-username.ts`: `ADMINISTRATORS` must not exist beside `Administrators`. */
export async function requireFreeTeamName(tx: Tx, requested: string, teamId?: number): Promise<void> {
  await lockAccess(tx);
  const taken = await findTeamNamedLike(tx, requested, teamId);
  if (taken) throw teamNameTaken(requested, taken);
}

export function teamNameTaken(requested: string, taken?: TeamRecord): AppError {
  return new AppError('conflict', describeTaken('team', requested, taken?.name), {
    title: 'Team already exists',
    members: { teamUuid: taken?.uuid, teamName: taken?.name ?? requested },
  });
}
