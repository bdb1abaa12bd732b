import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { aclRoutes } from './access/acl-routes.ts';
import { teamVisibility } from './access/team-visibility.ts';
import { createAnswerList } from './answer-list.ts';
import type { CopyDependents } from './clone/clone-project.ts';
import { cloneRoutes } from './clone/clone-routes.ts';
import { componentRoutes } from './components/component-routes.ts';
import { componentV2Routes } from './components/component-v2-routes.ts';
import { licenseUseRoutes } from './components/license-use-routes.ts';
import { diffRoutes } from './diff/diff-routes.ts';
import { dependencyGraphRoutes } from './graph/dependency-graph-routes.ts';
import { projectListRoutes } from './projects/project-list-routes.ts';
import { projectPropertyRoutes } from './projects/project-property-routes.ts';
import { projectRoutes } from './projects/project-routes.ts';
import { serviceRoutes } from './services/service-routes.ts';
import { tagRoutes } from './tags/tag-routes.ts';
import type { TagUses } from './tags/tag-uses-access.ts';

/** Implemented by modules that import this one. */
interface PortfolioDependents {
  readonly copy: CopyDependents;
  readonly tagUses: TagUses;
}

export function portfolioRoutes(
  server: FastifyInstance,
  ctx: Context,
  { copy, tagUses }: PortfolioDependents,
): void {
  const answerList = createAnswerList(ctx.db);
  projectRoutes(server, ctx);
  cloneRoutes(server, ctx, copy);
  diffRoutes(server, ctx);
  projectListRoutes(server, ctx, answerList);
  projectPropertyRoutes(server, ctx);
  tagRoutes(server, ctx, answerList, tagUses);
  aclRoutes(server, { ...ctx, visibility: teamVisibility }, answerList);
  componentRoutes(server, ctx, answerList);
  componentV2Routes(server, ctx);
  licenseUseRoutes(server, ctx);
  serviceRoutes(server, ctx, answerList);
  dependencyGraphRoutes(server, ctx);
}
