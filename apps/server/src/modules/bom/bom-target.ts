import type { NewProject, Permission } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { refusedByCollection } from '../documents/upload-refusals.ts';
import { projectNotFound } from '../portfolio/projects/project-errors.ts';
import {
  createUploadTarget,
  findUploadTarget,
  getParentUuid,
  recordTargetChanges,
  type UploadTarget,
} from '../portfolio/projects/upload-target.ts';
import { BOM_KIND } from './bom-kind.ts';
import { missingCreatePermission } from './bom-refusals.ts';
import type { Submission } from './to-submission.ts';

const MAY_CREATE: readonly Permission[] = [
  'PORTFOLIO_MANAGEMENT',
  'PORTFOLIO_MANAGEMENT_CREATE',
  'PROJECT_CREATION_UPLOAD',
];
const MAY_UPDATE: readonly Permission[] = ['PORTFOLIO_MANAGEMENT', 'PORTFOLIO_MANAGEMENT_UPDATE'];

/** Returns undefined if the project is to be created. Throws if the principal may not create it. */
export async function findTarget(
  db: Db,
  principal: Principal,
  { target, autoCreate }: Submission,
): Promise<UploadTarget | undefined> {
  const found = await findUploadTarget(db, principal, target);
  if (found?.isCollection) throw refusedByCollection(BOM_KIND);
  if (found) return found;
  if (!autoCreate || 'uuid' in target) throw projectNotFound();
  if (!has(principal, MAY_CREATE)) throw missingCreatePermission();
  return undefined;
}

/** Creates the project, or updates the tags and the active flag of an existing one. */
export async function recordTarget(
  ctx: Context,
  tx: Tx,
  principal: Principal,
  submission: Submission,
  target: UploadTarget | undefined,
): Promise<Pick<UploadTarget, 'id' | 'uuid'>> {
  const now = ctx.now();
  if (!target) return createUploadTarget(tx, principal, await toNewProject(tx, principal, submission), now);
  const tags = has(principal, MAY_UPDATE) ? submission.tags : undefined;
  if (submission.tags && !tags) {
    ctx.log.warn(
      { project: target.uuid },
      'Ignored the tags of an upload: its sender may not update projects',
    );
  }
  await recordTargetChanges(tx, principal, target.uuid, { tags, active: submission.isActive }, now);
  return target;
}

async function toNewProject(
  db: Db,
  principal: Principal,
  { target, parent, tags, isLatest, isActive }: Submission,
): Promise<NewProject> {
  if ('uuid' in target) throw projectNotFound();
  return {
    ...target,
    isLatest,
    ...(isActive === undefined ? {} : { active: isActive }),
    ...(tags ? { tags: tags.map((name) => ({ name })) } : {}),
    ...(parent ? { parent: { uuid: await getParentUuid(db, principal, parent) } } : {}),
  };
}

function has(principal: Principal, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => principal.permissions.has(permission));
}
