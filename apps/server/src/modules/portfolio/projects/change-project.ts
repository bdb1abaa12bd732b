import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { recordProjectTags } from '../tags/record-tags.ts';
import { replaceTags } from '../tags/tag-store.ts';
import { clearLatestFlag } from './clear-latest-flag.ts';
import { hasActiveChildren, lockHierarchy, lockLatestOf } from './hierarchy-store.ts';
import { moveProject } from './move-project.ts';
import { requireVisible } from './project-errors.ts';
import { fieldsOf, type ProjectFields } from './project-fields.ts';
import {
  type FoundProject,
  findProject,
  hasComponents,
  lockProject,
  updateProject,
} from './project-store.ts';
import { toProjectColumns } from './to-project-columns.ts';

/** Returns the requested fields, given the current ones and the project as the principal sees it. */
type Plan = (current: ProjectFields, project: FoundProject) => ProjectFields;

interface Change {
  readonly project: FoundProject;
  readonly changed: boolean;
}

/** All changes of a project go through here: plan, take the locks that the plan needs, plan again on the locked rows. */
export async function changeProject(
  ctx: Context,
  principal: Principal,
  uuid: string,
  plan: Plan,
): Promise<Change> {
  return inPortfolioTransaction(ctx.db, (tx) => recordProjectChange(tx, principal, uuid, plan, ctx.now()));
}

/** Changes a project inside the transaction of another use-case. */
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
  // Access is not checked again: a move may hide the project from the caller.
  return { project: (await findProject(tx, principal, { uuid })) ?? project, changed: true };
}

interface Locked {
  readonly hierarchy: boolean;
  readonly latestOf: string | undefined;
}

/** Advisory locks, taken before any row lock: moves wait for moves, setters of the latest flag for each other. */
async function lockFor(tx: Tx, current: ProjectFields, next: ProjectFields): Promise<Locked> {
  const hierarchy = next.parentUuid !== current.parentUuid;
  if (hierarchy) await lockHierarchy(tx, 'exclusive');
  if (next.isLatest) await lockLatestOf(tx, next.name);
  return { hierarchy, latestOf: next.isLatest ? next.name : undefined };
}

/** Throws if another request changed the project before it was locked and the new plan needs other locks. */
function requireLocks(locked: Locked, current: ProjectFields, next: ProjectFields): void {
  const moves = next.parentUuid !== current.parentUuid;
  const becomesLatest = next.isLatest && locked.latestOf !== next.name;
  if ((moves && !locked.hierarchy) || becomesLatest) {
    throw new AppError('conflict', 'Another request changed the project at the same time. Try again.');
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
  if (next.isLatest) await clearLatestFlag(tx, principal, next.name, project.id);
  const { tagIds, collectionTagId } = await recordProjectTags(tx, next);
  const inactiveSince = next.active ? null : (project.inactive_since ?? now);
  await updateProject(tx, project.id, toProjectColumns(next, { parentId, collectionTagId, inactiveSince }));
  if (!isDeepStrictEqual(current.tags, next.tags)) await replaceTags(tx, project.id, tagIds);
}

async function requireNoComponents(tx: Tx, id: number): Promise<void> {
  if (!(await hasComponents(tx, id))) return;
  throw new AppError(
    'conflict',
    'The project cannot become a collection project while it has components. Delete them first.',
  );
}

async function requireNoActiveChildren(tx: Tx, id: number): Promise<void> {
  if (!(await hasActiveChildren(tx, id))) return;
  throw new AppError(
    'conflict',
    'The project cannot be set to inactive while it has active children. Deactivate them first.',
  );
}
