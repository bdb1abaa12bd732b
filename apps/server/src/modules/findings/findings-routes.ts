import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { analysisRoutes } from './decisions/analysis-routes.ts';
import { findingHistoryRoutes } from './history/finding-history-routes.ts';
import { findingFacetRoutes } from './lists/finding-facet-routes.ts';
import { findingGroupRoutes } from './lists/finding-group-routes.ts';
import { findingListRoutes } from './lists/finding-list-routes.ts';
import { assignmentRoutes } from './reports/assignment-routes.ts';

export function findingsRoutes(server: FastifyInstance, ctx: Context, stream: StreamSnapshot): void {
  findingListRoutes(server, ctx, stream);
  findingFacetRoutes(server, ctx);
  findingGroupRoutes(server, ctx);
  assignmentRoutes(server, ctx);
  analysisRoutes(server, ctx);
  findingHistoryRoutes(server, ctx);
}
