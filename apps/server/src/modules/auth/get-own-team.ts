import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getTeamDetails } from './get-team.ts';
import type { TeamDetails } from './team-store.ts';

/** Returns the team of the calling API key, or the oldest one if it has several. */
export async function getOwnTeam(ctx: Context, principal: Principal): Promise<TeamDetails> {
  const [teamId] = requireApiKey(principal).teamIds;
  if (teamId !== undefined) return getTeamDetails(ctx.db, teamId);
  throw new AppError('not-found', 'This API key does not belong to a team.');
}

function requireApiKey(principal: Principal): Principal {
  if (principal.kind === 'api-key') return principal;
  throw new AppError(
    'invalid',
    'Only an API key has its own team. Send one as X-Api-Key, without a session token.',
  );
}
