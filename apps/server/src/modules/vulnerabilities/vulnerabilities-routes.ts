import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { cweRoutes } from './cwe-routes.ts';
import { calculatorRoutes } from './ratings/calculator-routes.ts';
import type { VulnerabilityFindings } from './vulnerability-findings.ts';
import { vulnerabilityRoutes } from './vulnerability-routes.ts';

export function vulnerabilitiesRoutes(
  server: FastifyInstance,
  ctx: Context,
  findings: VulnerabilityFindings,
): void {
  vulnerabilityRoutes(server, ctx, findings);
  cweRoutes(server);
  calculatorRoutes(server);
}
