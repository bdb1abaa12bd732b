import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from '../auth/access-context.ts';
import { getTeam } from '../auth/get-team.ts';
import { requireWithinPower } from '../auth/require-within-power.ts';
import { deleteMapping, findMappableProject, insertMapping } from './access-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { asAccessManager } from './project-access.ts';
import { accessDenied } from './project-refusals.ts';

interface Mapping {
  readonly team: string;
  readonly project: string;
}

export async function mapTeamToProject(
  ctx: AccessContext,
  caller: Principal,
  mapping: Mapping,
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getMappable(ctx, tx, caller, mapping);
    await insertMapping(tx, projectId, teamId);
  });
}

export async function unmapTeamFromProject(
  ctx: AccessContext,
  caller: Principal,
  mapping: Mapping,
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getMappable(ctx, tx, caller, mapping);
    if (!(await deleteMapping(tx, projectId, teamId)))
      throw missing('The project is not mapped to the team.');
  });
}

/** A project that the caller may see, and a team within its power. */
async function getMappable(
  ctx: AccessContext,
  tx: Tx,
  caller: Principal,
  mapping: Mapping,
): Promise<{ teamId: number; projectId: number }> {
  const team = await getTeam(tx, mapping.team);
  const project = await findMappableProject(tx, asAccessManager(caller), mapping.project);
  if (!project) throw missing('The project could not be found.');
  if (!project.accessible) throw accessDenied();
  await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
  return { teamId: team.id, projectId: project.id };
}

function missing(detail: string): AppError {
  return new AppError('not-found', detail, { title: 'Resource does not exist' });
}
