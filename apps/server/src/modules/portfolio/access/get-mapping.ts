import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { AccessContext } from '../../auth/access-context.ts';
import { getTeam } from '../../auth/get-team.ts';
import { requireWithinPower } from '../../auth/require-within-power.ts';
import { accessDenied } from '../projects/project-errors.ts';
import { findMappableProject } from './access-store.ts';
import { asAccessManager } from './project-access.ts';

/** A team and a project, by UUID. */
export interface MappingKey {
  readonly team: string;
  readonly project: string;
}

/** Throws unless the caller may see the project and may manage the team. */
export async function getMapping(
  ctx: AccessContext,
  tx: Tx,
  caller: Principal,
  key: MappingKey,
): Promise<{ readonly teamId: number; readonly projectId: number }> {
  const team = await getTeam(tx, key.team);
  const project = await findMappableProject(tx, asAccessManager(caller), key.project);
  if (!project) throw mappingNotFound('The project could not be found.');
  if (!project.accessible) throw accessDenied();
  await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
  return { teamId: team.id, projectId: project.id };
}

export function mappingNotFound(detail: string): AppError {
  return new AppError('not-found', detail, { title: 'Resource does not exist' });
}
