import { teamOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { pageHeaders, sortColumn } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { AccessContext } from './access-context.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { getOwnTeam } from './get-own-team.ts';
import { getTeam, getTeamDetails } from './get-team.ts';
import { presentTeamRights } from './present-grants.ts';
import { presentTeam } from './present-team.ts';
import { renameTeam } from './rename-team.ts';
import { listTeamDetails, listTeamNames, TEAM_SORT_COLUMNS, type TeamDetails } from './team-store.ts';

export function teamsRoutes(server: FastifyInstance, ctx: AccessContext): void {
  const present = (team: TeamDetails) => presentTeam(team, ctx.config['svc.api-key.prefix']);

  serve(server, teamOperations.listTeams, async ({ page, url }) => {
    const sortBy = sortColumn(page, TEAM_SORT_COLUMNS) ?? TEAM_SORT_COLUMNS.name;
    const { rows, total } = await listTeamDetails(ctx.db, page, sortBy);
    return { status: 200, body: rows.map(present), headers: pageHeaders(url, page, total) };
  });
  serve(server, teamOperations.listVisibleTeams, async ({ page, principal, url }) => {
    const all = principal.permissions.has('ACCESS_MANAGEMENT');
    const { rows, total } = await listTeamNames(ctx.db, page, all ? undefined : principal.teamIds);
    const body = rows.map(({ name, uuid }) => ({ name, uuid }));
    return { status: 200, body, headers: pageHeaders(url, page, total) };
  });
  serve(server, teamOperations.getOwnTeam, async ({ principal }) => ({
    status: 200,
    body: presentTeamRights(await getOwnTeam(ctx, principal)),
  }));
  serve(server, teamOperations.getTeam, async ({ params }) => {
    const team = await getTeam(ctx.db, params.uuid);
    return { status: 200, body: present(await getTeamDetails(ctx.db, team.id)) };
  });
  serve(server, teamOperations.createTeam, async ({ body }) => ({
    status: 201,
    body: present(await createTeam(ctx, body.name)),
  }));
  serve(server, teamOperations.updateTeam, async ({ principal, body }) => ({
    status: 200,
    body: present(await renameTeam(ctx, principal, body.uuid, body.name)),
  }));
  serve(server, teamOperations.deleteTeam, async ({ principal, body }) => {
    await deleteTeam(ctx, principal, body.uuid);
    return { status: 204 };
  });
}
