import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { aclRoutes } from './acl-routes.ts';
import { createAnswerList } from './answer-list.ts';
import type { CopyDependents } from './clone-project.ts';
import { cloneRoutes } from './clone-routes.ts';
import { componentRoutes } from './component-routes.ts';
import { componentV2Routes } from './component-v2-routes.ts';
import { dependencyGraphRoutes } from './dependency-graph-routes.ts';
import { diffRoutes } from './diff-routes.ts';
import { projectListRoutes } from './project-list-routes.ts';
import { projectPropertyRoutes } from './project-property-routes.ts';
import { projectRoutes } from './project-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { teamVisibility } from './team-visibility.ts';

export function portfolioRoutes(server: FastifyInstance, ctx: Context, copy: CopyDependents): void {
  const answerList = createAnswerList(ctx.db);
  projectRoutes(server, ctx);
  cloneRoutes(server, ctx, copy);
  diffRoutes(server, ctx);
  projectListRoutes(server, ctx, answerList);
  projectPropertyRoutes(server, ctx);
  tagRoutes(server, ctx, answerList);
  aclRoutes(server, { ...ctx, visibility: teamVisibility }, answerList);
  componentRoutes(server, ctx, answerList);
  componentV2Routes(server, ctx);
  serviceRoutes(server, ctx, answerList);
  dependencyGraphRoutes(server, ctx);
}
