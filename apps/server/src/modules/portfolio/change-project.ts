import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hasActiveChildren, lockHierarchy, lockLatestOf } from './hierarchy-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { moveProject } from './move-project.ts';
import { fieldsOf, type ProjectFields } from './project-fields.ts';
import { requireVisible } from './project-refusals.ts';
import {
  type FoundProject,
  findProject,
  hasComponents,
  lockProject,
  updateProject,
} from './project-store.ts';
import { recordTagsOf } from './record-tags.ts';
import { replaceTags } from './tag-store.ts';
import { takeLatestFlag } from './take-latest-flag.ts';
import { toProjectColumns } from './to-project-columns.ts';

/** Says what a project shall be, given what it is and how the principal sees it. */
type Plan = (current: ProjectFields, project: FoundProject) => ProjectFields;

interface Change {
  readonly project: FoundProject;
  readonly changed: boolean;
}

/** The one way to change a project: plan, take the locks that the plan needs, plan again on what is locked. */
export async function changeProject(
  ctx: Context,
  principal: Principal,
  uuid: string,
  plan: Plan,
): Promise<Change> {
  return inPortfolioTransaction(ctx.db, (tx) => recordProjectChange(tx, principal, uuid, plan, ctx.now()));
}

/** The same inside the transaction of another use-case. */
export async function recordProjectChange(
  tx: Tx,
  principal: Principal,
  uuid: string,
  plan: Plan,
  now: Date,
): Promise<Change> {
  const seen = requireVisible(await findProject(tx, principal, { uuid }));
  const locked = await lockFor(tx, fieldsOf(seen), plan(fieldsOf(seen), seen));
  await lockProject(tx, uuid);
  const project = requireVisible(await findProject(tx, principal, { uuid }));
  const [current, next] = [fieldsOf(project), plan(fieldsOf(project), project)];
  if (isDeepStrictEqual(current, next)) return { project, changed: false };
  requireLocks(locked, current, next);
  await apply(tx, principal, project, next, now);
  // Not held against the access rule again: a move may take the project out of the mover's own sight.
  return { project: (await findProject(tx, principal, { uuid })) ?? project, changed: true };
}

interface Locked {
  readonly hierarchy: boolean;
  readonly latestOf: string | undefined;
}

/** Before any row: moves wait for moves, and whoever sets the latest flag for others who do. */
async function lockFor(tx: Tx, current: ProjectFields, next: ProjectFields): Promise<Locked> {
  const hierarchy = next.parentUuid !== current.parentUuid;
  if (hierarchy) await lockHierarchy(tx, 'alone');
  if (next.isLatest) await lockLatestOf(tx, next.name);
  return { hierarchy, latestOf: next.isLatest ? next.name : undefined };
}

/** Somebody changed the project between the first look and the lock, so that other locks would be needed. */
function requireLocks(locked: Locked, current: ProjectFields, next: ProjectFields): void {
  const moves = next.parentUuid !== current.parentUuid;
  const becomesLatest = next.isLatest && locked.latestOf !== next.name;
  if ((moves && !locked.hierarchy) || becomesLatest) {
    throw new AppError('conflict', 'Somebody else changed the project at the same time. Try again.');
  }
}

async function apply(
  tx: Tx,
  principal: Principal,
  project: FoundProject,
  next: ProjectFields,
  now: Date,
): Promise<void> {
  const current = fieldsOf(project);
  if (current.active && !next.active) await requireNoActiveChildren(tx, project.id);
  if (next.collectionLogic !== null && current.collectionLogic === null)
    await requireNoComponents(tx, project.id);
  const parentId = await moveProject(tx, principal, project, next);
  if (next.isLatest) await takeLatestFlag(tx, principal, next.name, project.id);
  const { tagIds, collectionTagId } = await recordTagsOf(tx, next);
  const inactiveSince = next.active ? null : (project.inactive_since ?? now);
  await updateProject(tx, project.id, toProjectColumns(next, { parentId, collectionTagId, inactiveSince }));
  if (!isDeepStrictEqual(current.tags, next.tags)) await replaceTags(tx, project.id, tagIds);
}

async function requireNoComponents(tx: Tx, id: number): Promise<void> {
  if (!(await hasComponents(tx, id))) return;
  throw new AppError(
    'conflict',
    'The project cannot be made a collection project as long as it has components. Delete them first.',
  );
}

async function requireNoActiveChildren(tx: Tx, id: number): Promise<void> {
  if (!(await hasActiveChildren(tx, id))) return;
  throw new AppError(
    'conflict',
    'The project cannot be set to inactive as long as it has active children. Deactivate them first.',
  );
}
