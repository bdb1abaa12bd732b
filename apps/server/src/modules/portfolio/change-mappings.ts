import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getTeam } from '../auth/get-team.ts';
import { deleteMapping, findProjectId, insertMapping } from './access-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';

interface Mapping {
  readonly team: string;
  readonly project: string;
}

export async function mapTeamToProject(ctx: Context, mapping: Mapping): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getIds(tx, mapping);
    await insertMapping(tx, projectId, teamId);
  });
}

export async function unmapTeamFromProject(ctx: Context, mapping: Mapping): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getIds(tx, mapping);
    if (!(await deleteMapping(tx, projectId, teamId)))
      throw missing('The project is not mapped to the team.');
  });
}

async function getIds(tx: Tx, mapping: Mapping): Promise<{ teamId: number; projectId: number }> {
  const team = await getTeam(tx, mapping.team);
  const project = await findProjectId(tx, mapping.project);
  if (!project) throw missing('The project could not be found.');
  return { teamId: team.id, projectId: project.id };
}

function missing(detail: string): AppError {
  return new AppError('not-found', detail, { title: 'Resource does not exist' });
}
