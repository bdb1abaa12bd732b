import type { NewProject } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import { projectCreated } from '../../notifications/project-events.ts';
import { mapTeamIfControlled, mapTeams } from '../access/access-store.ts';
import { getAccessTeams } from '../access/get-access-teams.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { recordProjectTags } from '../tags/record-tags.ts';
import { replaceTags } from '../tags/tag-store.ts';
import { clearLatestFlag } from './clear-latest-flag.ts';
import { getParent } from './get-parent.ts';
import { lockHierarchy, lockLatestOf, recordAncestry } from './hierarchy-store.ts';
import { projectNotFound } from './project-errors.ts';
import { type ProjectFields, toNewFields } from './project-fields.ts';
import { type FoundProject, findProject, insertProject } from './project-store.ts';
import { toProjectColumns } from './to-project-columns.ts';
import { toProjectSubject } from './to-project-subject.ts';

export async function createProject(
  ctx: Context,
  principal: Principal,
  body: NewProject,
): Promise<FoundProject> {
  return inPortfolioTransaction(ctx.db, (tx) => recordProject(tx, principal, body, ctx.now()));
}

/** Creates a project inside the transaction of another use-case. */
export async function recordProject(
  tx: Tx,
  principal: Principal,
  body: NewProject,
  now: Date,
): Promise<FoundProject> {
  const fields = toNewFields(body);
  if (principal.onlyProjects && !fields.parentUuid) throw onlyBelowOwnProjects();
  const uuid = newUuid();
  const teamIds = await getAccessTeams(tx, principal, body.accessTeams ?? []);
  const id = await insert(tx, principal, uuid, fields, now);
  await grantAccess(tx, principal, id, teamIds);
  const created = await findProject(tx, principal, { uuid });
  if (!created) throw projectNotFound();
  await emitEvents(tx, now, [projectCreated(toProjectSubject(created))]);
  return created;
}

async function insert(
  tx: Tx,
  principal: Principal,
  uuid: string,
  fields: ProjectFields,
  now: Date,
): Promise<number> {
  if (fields.parentUuid) await lockHierarchy(tx, 'shared');
  if (fields.isLatest) await lockLatestOf(tx, fields.name);
  const parent = fields.parentUuid ? await getParent(tx, principal, fields.parentUuid, 'invalid') : null;
  if (fields.isLatest) await clearLatestFlag(tx, principal, fields.name, null);
  const { tagIds, collectionTagId } = await recordProjectTags(tx, fields);
  const parentId = parent?.id ?? null;
  const inactiveSince = fields.active ? null : now;
  const columns = toProjectColumns(fields, { parentId, collectionTagId, inactiveSince });
  const id = await insertProject(tx, { uuid, ...columns });
  await recordAncestry(tx, id, parentId);
  if (tagIds.length > 0) await replaceTags(tx, id, tagIds);
  return id;
}

/** Maps the named teams and, so that an API key can see the project it created, the first team of the key. */
export async function grantAccess(
  tx: Tx,
  principal: Principal,
  id: number,
  teamIds: readonly number[],
): Promise<void> {
  if (teamIds.length > 0) await mapTeams(tx, id, teamIds);
  const [firstTeam] = principal.teamIds;
  if (principal.kind === 'api-key' && firstTeam !== undefined) await mapTeamIfControlled(tx, id, firstTeam);
}

function onlyBelowOwnProjects(): AppError {
  return new AppError(
    'forbidden',
    'The credentials are limited to projects, and create others only below them. Name one of these projects as the parent.',
  );
}
