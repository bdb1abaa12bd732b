import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { publisherRoutes } from './publisher-routes.ts';
import { ruleRoutes } from './rule-routes.ts';

export function alertsRoutes(server: FastifyInstance, ctx: Context): void {
  publisherRoutes(server, ctx);
  ruleRoutes(server, ctx);
  deliveryRoutes(server, ctx);
}
