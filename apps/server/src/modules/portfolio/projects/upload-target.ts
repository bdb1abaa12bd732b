import type { NewProject } from '@tallyman/contract';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ProjectSubject } from '../../notifications/project-events.ts';
import { toTagNames } from '../tags/tag-names.ts';
import { recordProjectChange } from './change-project.ts';
import { recordProject } from './create-project.ts';
import { accessDenied, parentNotFound, requireVisible } from './project-errors.ts';
import { type FoundProject, findProject } from './project-store.ts';
import { toProjectSubject } from './to-project-subject.ts';

/** How an upload names a project. The version `null` is the project without a version. */
export type TargetName =
  | { readonly uuid: string }
  | { readonly name: string; readonly version: string | null };

/** The project that an upload is for. */
export interface UploadTarget {
  readonly id: number;
  readonly uuid: string;
  readonly isCollection: boolean;
  readonly subject: ProjectSubject;
}

/** Returns undefined if the project does not exist. Throws if the principal may not see it. */
export async function findUploadTarget(
  db: Db,
  principal: Principal,
  name: TargetName,
): Promise<UploadTarget | undefined> {
  const project = await findProject(db, principal, name);
  return project && toTarget(requireVisible(project));
}

/** Throws unless the parent exists and the principal may see it. */
export async function getParentUuid(db: Db, principal: Principal, name: TargetName): Promise<string> {
  const parent = await findProject(db, principal, name);
  if (!parent) throw parentNotFound();
  if (!parent.accessible) throw accessDenied('the requested parent project');
  return parent.uuid;
}

export async function createUploadTarget(
  tx: Tx,
  principal: Principal,
  project: NewProject,
  now: Date,
): Promise<UploadTarget> {
  return toTarget(await recordProject(tx, principal, project, now));
}

/** What an upload may change about a project that exists. */
export interface TargetChanges {
  readonly tags?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

export async function recordTargetChanges(
  tx: Tx,
  principal: Principal,
  uuid: string,
  { tags, active }: TargetChanges,
  now: Date,
): Promise<void> {
  if (tags === undefined && active === undefined) return;
  await recordProjectChange(
    tx,
    principal,
    uuid,
    (current) => ({
      ...current,
      ...(tags === undefined ? {} : { tags: toTagNames(tags) }),
      ...(active === undefined ? {} : { active }),
    }),
    now,
  );
}

function toTarget(project: FoundProject): UploadTarget {
  return {
    id: project.id,
    uuid: project.uuid,
    isCollection: project.collection_logic !== null,
    subject: toProjectSubject(project),
  };
}
