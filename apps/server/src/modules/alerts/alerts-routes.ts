import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { deliveryRoutes } from './delivery/delivery-routes.ts';
import { publisherRoutes } from './publishers/publisher-routes.ts';
import { alertRoutes } from './rules/alert-routes.ts';

export function alertsRoutes(server: FastifyInstance, ctx: Context): void {
  publisherRoutes(server, ctx);
  alertRoutes(server, ctx);
  deliveryRoutes(server, ctx);
}
