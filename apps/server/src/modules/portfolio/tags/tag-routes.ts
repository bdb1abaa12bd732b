import { tagOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { type AnswerList, mapRows } from '../answer-list.ts';
import { createTags } from './create-tags.ts';
import { deleteTags } from './delete-tags.ts';
import { presentTag, presentTaggedProject } from './present-tag.ts';
import { toTagName } from './tag-names.ts';
import { tagProjects, untagProjects } from './tag-projects.ts';
import { listProjectsOfTag, listTags } from './tag-store.ts';
import type { TagUses } from './tag-uses-access.ts';

export function tagRoutes(
  server: FastifyInstance,
  ctx: Context,
  answerList: AnswerList,
  uses: TagUses,
): void {
  serveTags(server, ctx, answerList, uses);
  serveTaggedProjects(server, ctx, answerList);
}

function serveTags(server: FastifyInstance, ctx: Context, answerList: AnswerList, uses: TagUses): void {
  serve(server, tagOperations.listTags, (request) =>
    answerList(request, async () =>
      mapRows(await listTags(ctx.db, request.principal, uses, request.page), presentTag),
    ),
  );
  serve(server, tagOperations.createTags, async ({ body }) => {
    await createTags(ctx, body);
    return { status: 201 };
  });
  serve(server, tagOperations.deleteTags, async ({ body, principal }) => {
    await deleteTags(ctx, principal, uses, body);
    return { status: 204 };
  });
}

function serveTaggedProjects(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, tagOperations.listTaggedProjects, (request) => {
    const { params, principal, page } = request;
    return answerList(request, async () =>
      mapRows(
        await listProjectsOfTag(ctx.db, principal, 'tagged', toTagName(params.name), page),
        presentTaggedProject,
      ),
    );
  });
  serve(server, tagOperations.listCollectionProjectsOfTag, (request) => {
    const { params, principal, page } = request;
    return answerList(request, async () =>
      mapRows(
        await listProjectsOfTag(ctx.db, principal, 'collecting', toTagName(params.name), page),
        presentTaggedProject,
      ),
    );
  });
  serve(server, tagOperations.tagProjects, async ({ params, body, principal }) => {
    await tagProjects(ctx, principal, params.name, body);
    return { status: 204 };
  });
  serve(server, tagOperations.untagProjects, async ({ params, body, principal }) => {
    await untagProjects(ctx, principal, params.name, body);
    return { status: 204 };
  });
}
