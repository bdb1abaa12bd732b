import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { assignmentRoutes } from './assignment-routes.ts';
import { findingGroupRoutes } from './finding-group-routes.ts';
import { findingListRoutes } from './finding-list-routes.ts';

export function findingsRoutes(server: FastifyInstance, ctx: Context, stream: StreamSnapshot): void {
  findingListRoutes(server, ctx, stream);
  findingGroupRoutes(server, ctx);
  assignmentRoutes(server, ctx);
}
