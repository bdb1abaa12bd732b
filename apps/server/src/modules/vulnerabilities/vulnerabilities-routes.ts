import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { calculatorRoutes } from './calculator-routes.ts';
import { cweRoutes } from './cwe-routes.ts';
import type { KnownFindings } from './known-findings.ts';
import { vulnerabilityRoutes } from './vulnerability-routes.ts';

export function vulnerabilitiesRoutes(server: FastifyInstance, ctx: Context, findings: KnownFindings): void {
  vulnerabilityRoutes(server, ctx, findings);
  cweRoutes(server);
  calculatorRoutes(server);
}
