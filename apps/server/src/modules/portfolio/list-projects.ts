import type { Context } from '../../platform/context.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findTeam } from './access-store.ts';
import { seeingAll } from './project-access.ts';
import { type ListedProject, listProjects, type ProjectFilter } from './project-list-store.ts';
import { requireVisible, teamNotFound } from './project-refusals.ts';
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
  const notMappedToTeam = await getTeamId(ctx, teamUuid);
  return listProjects(ctx.db, principal, { ...filter, notMappedToTeam }, page);
}

export async function listProjectsOfTeam(
  ctx: Context,
  principal: Principal,
  teamUuid: string,
  filter: ProjectFilter,
  page: Page,
): ProjectPage {
  const mappedToTeam = await getTeamId(ctx, teamUuid);
  return listProjects(ctx.db, seeingAll(principal), { ...filter, mappedToTeam }, page);
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

async function getTeamId(ctx: Context, uuid: string): Promise<number> {
  const team = await findTeam(ctx.db, uuid);
  if (!team) throw teamNotFound();
  return team.id;
}
