import type { Context } from '../../platform/context.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getTeam } from '../auth/get-team.ts';
import { type ListedProject, listProjects, type ProjectFilter } from './project-list-store.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';

type ProjectPage = Promise<Paged<ListedProject>>;

/** Candidates for a mapping to a team are those that are not mapped to it yet. */
export async function listProjectsOutsideTeam(
  ctx: Context,
  principal: Principal,
  teamUuid: string,
  filter: ProjectFilter,
  page: Page,
): ProjectPage {
  const { id: notMappedToTeam } = await getTeam(ctx.db, teamUuid);
  return listProjects(ctx.db, principal, { ...filter, notMappedToTeam }, page);
}

export async function listProjectsOfTeam(
  ctx: Context,
  principal: Principal,
  teamUuid: string,
  filter: ProjectFilter,
  page: Page,
): ProjectPage {
  const { id: mappedToTeam } = await getTeam(ctx.db, teamUuid);
  return listProjects(ctx.db, principal, { ...filter, mappedToTeam }, page);
}

export async function listChildProjects(
  ctx: Context,
  principal: Principal,
  parentUuid: string,
  filter: ProjectFilter,
  page: Page,
): ProjectPage {
  requireVisible(await findVisibility(ctx.db, principal, parentUuid));
  return listProjects(ctx.db, principal, { ...filter, parentUuid }, page);
}

/** Candidates for the parent of a project: neither itself nor anything below it. */
export async function listPossibleParents(
  ctx: Context,
  principal: Principal,
  uuid: string,
  filter: ProjectFilter,
  page: Page,
): ProjectPage {
  requireVisible(await findVisibility(ctx.db, principal, uuid));
  return listProjects(ctx.db, principal, { ...filter, notBelow: uuid }, page);
}
