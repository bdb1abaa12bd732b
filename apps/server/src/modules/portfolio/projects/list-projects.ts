import type { Context } from '../../../platform/context.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getTeam } from '../../auth/get-team.ts';
import { requireVisible } from './project-errors.ts';
import { type ListedProject, listProjects, type ProjectFilter } from './project-list-store.ts';
import { findVisibility } from './project-store.ts';

type ProjectPage = Promise<Paged<ListedProject>>;

/** The projects that are not mapped to the team. */
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

/** The projects that can become the parent: neither the project itself nor its descendants. */
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
