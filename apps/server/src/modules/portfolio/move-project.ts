import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getParent } from './get-parent.ts';
import { isBelow, joinAncestors, leaveAncestors, lockParent } from './hierarchy-store.ts';
import type { ProjectFields } from './project-fields.ts';
import type { FoundProject } from './project-store.ts';

/** Brings a project, with everything below it, under the parent it shall have; answers with the parent's id. */
export async function moveProject(
  tx: Tx,
  principal: Principal,
  project: FoundProject,
  next: ProjectFields,
): Promise<number | null> {
  if (next.parentUuid === project.parent_uuid) return keepParent(tx, principal, project, next);
  if (next.parentUuid === project.uuid) throw new AppError('conflict', 'A project cannot be its own parent.');
  const parent = next.parentUuid ? await getParent(tx, principal, next.parentUuid, 'conflict') : null;
  if (parent && (await isBelow(tx, parent.id, project.id))) {
    throw new AppError('conflict', 'The parent lies below the project itself: that would be a cycle.');
  }
  await leaveAncestors(tx, project.id);
  if (parent) await joinAncestors(tx, project.id, parent.id);
  return parent?.id ?? null;
}

/** A project that stays where it is needs no access to its parent, but cannot wake up below a sleeping one. */
async function keepParent(
  tx: Tx,
  principal: Principal,
  project: FoundProject,
  next: ProjectFields,
): Promise<number | null> {
  if (!next.parentUuid || project.inactive_since === null || !next.active) return project.parent_id;
  const parent = await lockParent(tx, principal, next.parentUuid);
  if (parent && parent.inactive_since === null) return parent.id;
  throw new AppError(
    'conflict',
    'The parent of the project is inactive. Activate it first, or move the project.',
  );
}
