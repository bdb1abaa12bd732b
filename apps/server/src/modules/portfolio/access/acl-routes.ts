import { aclOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve-operation.ts';
import type { AccessContext } from '../../auth/access-context.ts';
import { type AnswerList, mapRows } from '../answer-list.ts';
import { listProjectsOfTeam } from '../projects/list-projects.ts';
import { presentListItem } from '../projects/present-project.ts';
import { mapTeamToProject } from './map-team-to-project.ts';
import { asAccessManager } from './project-access.ts';
import { unmapTeamFromProject } from './unmap-team-from-project.ts';

export function aclRoutes(server: FastifyInstance, ctx: AccessContext, answerList: AnswerList): void {
  serve(server, aclOperations.listProjectsOfTeam, (request) => {
    const { params, query, page } = request;
    const principal = asAccessManager(request.principal);
    const filter = { onlyActive: isOn(query.excludeInactive), onlyRoot: isOn(query.onlyRoot) };
    return answerList({ ...request, principal }, async () =>
      mapRows(await listProjectsOfTeam(ctx, principal, params.uuid, filter, page), presentListItem),
    );
  });
  serve(server, aclOperations.mapTeamToProject, async ({ principal, body }) => {
    await mapTeamToProject(ctx, principal, body);
    return { status: 200 };
  });
  serve(server, aclOperations.unmapTeamFromProject, async ({ principal, params }) => {
    const mapping = { team: params.teamUuid, project: params.projectUuid };
    await unmapTeamFromProject(ctx, principal, mapping);
    return { status: 200 };
  });
}
