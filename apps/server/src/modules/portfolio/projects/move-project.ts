import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getParent } from './get-parent.ts';
import { attachToParent, detachFromAncestors, isDescendant, lockParent } from './hierarchy-store.ts';
import type { ProjectFields } from './project-fields.ts';
import type { FoundProject } from './project-store.ts';

/** Moves a project with its descendants below the requested parent. Returns the id of the parent. */
export async function moveProject(
  tx: Tx,
  principal: Principal,
  project: FoundProject,
  next: ProjectFields,
): Promise<number | null> {
  if (next.parentUuid === project.parent_uuid) return keepParent(tx, principal, project, next);
  if (next.parentUuid === project.uuid) throw new AppError('conflict', 'A project cannot be its own parent.');
  const parent = next.parentUuid ? await getParent(tx, principal, next.parentUuid, 'conflict') : null;
  if (parent && (await isDescendant(tx, parent.id, project.id))) {
    throw new AppError('conflict', 'The parent is a descendant of the project: that would be a cycle.');
  }
  await detachFromAncestors(tx, project.id);
  if (parent) await attachToParent(tx, project.id, parent.id);
  return parent?.id ?? null;
}

/** A project that is not moved needs no access to its parent, but cannot be activated below an inactive one. */
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
