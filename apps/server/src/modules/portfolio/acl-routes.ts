import { aclOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { type AnswerList, mapRows } from './answer-list.ts';
import { mapTeamToProject, unmapTeamFromProject } from './change-mappings.ts';
import { listProjectsOfTeam } from './list-projects.ts';
import { presentListItem } from './present-project.ts';

export function aclRoutes(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, aclOperations.listProjectsOfTeam, (request) => {
    const { params, query, principal, page } = request;
    const filter = { onlyActive: isOn(query.excludeInactive), onlyRoot: isOn(query.onlyRoot) };
    return answerList(request, async () =>
      mapRows(await listProjectsOfTeam(ctx, principal, params.uuid, filter, page), presentListItem),
    );
  });
  serve(server, aclOperations.mapTeamToProject, async ({ body }) => {
    await mapTeamToProject(ctx, body);
    return { status: 200 };
  });
  serve(server, aclOperations.unmapTeamFromProject, async ({ params }) => {
    await unmapTeamFromProject(ctx, { team: params.teamUuid, project: params.projectUuid });
    return { status: 200 };
  });
}
