import { isOn, projectOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { type AnswerList, mapRows } from '../answer-list.ts';
import { listChildProjects, listPossibleParents, listProjectsOutsideTeam } from './list-projects.ts';
import { presentConcise, presentListItem } from './present-project.ts';
import {
  type ConciseRow,
  listConciseProjects,
  listProjects,
  type ProjectFilter,
} from './project-list-store.ts';

export function projectListRoutes(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serveLists(server, ctx, answerList);
  serveChildLists(server, ctx, answerList);
  serveConciseLists(server, ctx, answerList);
}

function serveLists(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, projectOperations.listProjects, (request) => {
    const { query, principal, page } = request;
    const { name, notAssignedToTeamWithUuid: team } = query;
    const filter = { name, ...activityAndRoot(query) };
    return answerList(request, async () => {
      const found = team
        ? await listProjectsOutsideTeam(ctx, principal, team, filter, page)
        : await listProjects(ctx.db, principal, filter, page);
      return mapRows(found, presentListItem);
    });
  });
  serve(server, projectOperations.listProjectsByTag, (request) => {
    const { params, query, principal, page } = request;
    const filter = { tag: params.tag, ...activityAndRoot(query) };
    return answerList(request, async () =>
      mapRows(await listProjects(ctx.db, principal, filter, page), presentListItem),
    );
  });
  serve(server, projectOperations.listProjectsByClassifier, (request) => {
    const { params, query, principal, page } = request;
    const filter = { classifier: params.classifier, ...activityAndRoot(query) };
    return answerList(request, async () =>
      mapRows(await listProjects(ctx.db, principal, filter, page), presentListItem),
    );
  });
  serve(server, projectOperations.listProjectsWithoutDescendantsOf, (request) => {
    const { params, query, principal, page } = request;
    const filter = { namePart: query.name, ...activityAndRoot(query) };
    return answerList(request, async () =>
      mapRows(await listPossibleParents(ctx, principal, params.uuid, filter, page), presentListItem),
    );
  });
}

function serveChildLists(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, projectOperations.listChildProjects, (request) => {
    const { params, query, principal, page } = request;
    return answerList(request, async () =>
      mapRows(
        await listChildProjects(ctx, principal, params.uuid, activityAndRoot(query), page),
        presentListItem,
      ),
    );
  });
  serve(server, projectOperations.listChildProjectsByClassifier, (request) => {
    const { params, query, principal, page } = request;
    const filter = { classifier: params.classifier, ...activityAndRoot(query) };
    return answerList(request, async () =>
      mapRows(await listChildProjects(ctx, principal, params.uuid, filter, page), presentListItem),
    );
  });
  serve(server, projectOperations.listChildProjectsByTag, (request) => {
    const { params, query, principal, page } = request;
    const filter = { tag: params.tag, ...activityAndRoot(query) };
    return answerList(request, async () =>
      mapRows(await listChildProjects(ctx, principal, params.uuid, filter, page), presentListItem),
    );
  });
}

function serveConciseLists(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, projectOperations.listConciseProjects, (request) => {
    const { query, principal, page } = request;
    const filter = { ...toConciseFilter(query), onlyRoot: isOn(query.onlyRoot) };
    return answerList(request, async () =>
      mapRows(await listConciseProjects(ctx.db, principal, filter, page), presentConciseAs(query)),
    );
  });
  serve(server, projectOperations.listConciseChildProjects, (request) => {
    const { params, query, principal, page } = request;
    const filter = { ...toConciseFilter(query), parentUuid: params.uuid };
    return answerList(request, async () =>
      mapRows(await listConciseProjects(ctx.db, principal, filter, page), presentConciseAs(query)),
    );
  });
}

interface Switches {
  readonly excludeInactive?: boolean | string;
  readonly onlyRoot?: boolean | string;
}

function activityAndRoot({ excludeInactive, onlyRoot }: Switches): ProjectFilter {
  return { onlyActive: isOn(excludeInactive), onlyRoot: isOn(onlyRoot) };
}

interface ConciseQuery extends Pick<ProjectFilter, 'name' | 'version' | 'classifier' | 'tag'> {
  readonly team?: string | undefined;
  readonly active?: boolean | string;
}

/** "`active`: only `true` filters; `false` has no effect." */
function toConciseFilter({ name, version, classifier, tag, team, active }: ConciseQuery): ProjectFilter {
  return { name, version, classifier, tag, teamName: team, onlyActive: isOn(active) };
}

function presentConciseAs({ includeMetrics }: { readonly includeMetrics?: boolean | string }) {
  return (row: ConciseRow) => presentConcise(row, isOn(includeMetrics));
}
