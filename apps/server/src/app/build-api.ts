import type { FastifyInstance } from 'fastify';
import { activityRoutes } from '../modules/activity/activity-routes.ts';
import { alertsWithTag } from '../modules/alerts/alert-tag-access.ts';
import { alertsRoutes } from '../modules/alerts/alerts-routes.ts';
import { createPublishDeps } from '../modules/alerts/create-publish-deps.ts';
import { publisherExtensions } from '../modules/alerts/publisher-extensions.ts';
import { analyzerExtensions } from '../modules/analysis/analyzer-extensions.ts';
import { checkRoutes } from '../modules/analysis/check-routes.ts';
import { matchingRoutes } from '../modules/analysis/matching-routes.ts';
import { auditLogRoutes } from '../modules/audit-log/audit-log-routes.ts';
import { authRoutes } from '../modules/auth/auth-routes.ts';
import { createAuthenticator } from '../modules/auth/create-authenticator.ts';
import { badgesRoutes } from '../modules/badges/badges-routes.ts';
import { bomExportRoutes } from '../modules/bom/bom-export-routes.ts';
import { bomRoutes } from '../modules/bom/bom-routes.ts';
import { eventsRoutes } from '../modules/events/events-routes.ts';
import { findingIntegrationsRoutes } from '../modules/finding-integrations/finding-integrations-routes.ts';
import { copyFindings } from '../modules/findings/copy-findings.ts';
import { findingsRoutes } from '../modules/findings/findings-routes.ts';
import { knownFindingsAdapter } from '../modules/findings/known-findings-adapter.ts';
import { fpfRoutes } from '../modules/fpf/fpf-routes.ts';
import { licensesRoutes } from '../modules/licenses/licenses-routes.ts';
import { liveUpdateRoutes } from '../modules/live-updates/live-update-routes.ts';
import { metricsRoutes } from '../modules/metrics/metrics-routes.ts';
import { createDataSourcePoints } from '../modules/mirroring/data-source-points.ts';
import { listCheckedSources } from '../modules/mirroring/list-checked-sources.ts';
import { mirroringRoutes } from '../modules/mirroring/mirroring-routes.ts';
import { copyViolations } from '../modules/policies/copy-violations.ts';
import { policiesRoutes } from '../modules/policies/policies-routes.ts';
import { policiesWithTag } from '../modules/policies/policy-tag-access.ts';
import { teamVisibility } from '../modules/portfolio/access/team-visibility.ts';
import { portfolioRoutes } from '../modules/portfolio/portfolio-routes.ts';
import { savedViewRoutes } from '../modules/saved-views/saved-view-routes.ts';
import { extensionRoutes } from '../modules/settings/extension-routes.ts';
import { secretsRoutes } from '../modules/settings/secrets-routes.ts';
import { settingsRoutes } from '../modules/settings/settings-routes.ts';
import { vexExportRoutes } from '../modules/vex/vex-export-routes.ts';
import { vexRoutes } from '../modules/vex/vex-routes.ts';
import { vulnPoliciesRoutes } from '../modules/vuln-policies/vuln-policies-routes.ts';
import { vulnerabilitiesRoutes } from '../modules/vulnerabilities/vulnerabilities-routes.ts';
import { vulnerabilitiesWithTag } from '../modules/vulnerabilities/vulnerability-tag-access.ts';
import { workflowRoutes } from '../modules/workflow-runs/workflow-routes.ts';
import type { Config } from '../platform/config/load-config.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/db/connect.ts';
import { planPoolSizes } from '../platform/db/plan-pool-sizes.ts';
import { createHttpServer, type HttpServerOptions } from '../platform/http/create-http-server.ts';
import { createSnapshotStreams } from '../platform/http/snapshot-streams.ts';
import type { Tracer } from '../platform/telemetry/otlp/tracer.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { APPLICATION, VERSION } from './about.ts';
import { removedEndpointRoutes } from './removed-endpoints.ts';
import { systemRoutes } from './system-routes.ts';
import { traceRequests } from './trace-requests.ts';
import { openWeb } from './web/open-web.ts';

interface ApiParts {
  readonly ctx: Context;
  /** Connections for authentication and sign-in. */
  readonly core: Context['db'];
  /** A connection for notifications of PostgreSQL. */
  readonly listening: Connection['pool'];
  readonly telemetry: Telemetry;
  readonly isDraining: () => boolean;
  readonly onError: (error: unknown) => void;
  readonly tracer: Tracer | undefined;
}

/** The main server with the routes of all modules. It does not listen yet. */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const { ctx, core, listening, isDraining } = parts;
  const authenticator = createAuthenticator({ ...ctx, db: core });
  const web = openWeb(ctx.config);
  const server = await createServer(parts, authenticator, web);
  systemRoutes(server, ctx, web);
  removedEndpointRoutes(server);
  authRoutes(server, { ...ctx, visibility: teamVisibility }, core);
  settingsRoutes(server, ctx);
  secretsRoutes(server, ctx);
  licensesRoutes(server, ctx);
  portfolioRoutes(server, ctx, {
    copy: { findings: copyFindings, violations: copyViolations },
    tagUses: {
      policies: policiesWithTag,
      alerts: alertsWithTag,
      vulnerabilities: vulnerabilitiesWithTag,
    },
  });
  const streamSnapshot = createSnapshotStreams(ctx);
  bomExportRoutes(server, ctx, streamSnapshot);
  bomRoutes(server, ctx);
  vexExportRoutes(server, ctx, streamSnapshot);
  vexRoutes(server, ctx);
  policiesRoutes(server, ctx);
  vulnPoliciesRoutes(server, ctx);
  vulnerabilitiesRoutes(server, ctx, knownFindingsAdapter);
  findingsRoutes(server, ctx, streamSnapshot);
  fpfRoutes(server, ctx, streamSnapshot);
  matchingRoutes(server, ctx);
  checkRoutes(server, ctx, () => listCheckedSources(ctx));
  mirroringRoutes(server, ctx);
  findingIntegrationsRoutes(server, ctx);
  alertsRoutes(server, ctx);
  const deps = createPublishDeps(ctx, `${APPLICATION}/${VERSION}`);
  server.addHook('onClose', () => deps.http.close());
  const analyzers = analyzerExtensions(ctx);
  server.addHook('onClose', () => analyzers.close());
  const dataSources = createDataSourcePoints(ctx);
  server.addHook('onClose', () => dataSources.close());
  extensionRoutes(server, ctx, [
    publisherExtensions(deps),
    { name: 'package-metadata-resolver', extensions: [] },
    analyzers,
    ...dataSources.points,
  ]);
  eventsRoutes(server, ctx);
  savedViewRoutes(server, ctx);
  metricsRoutes(server, ctx);
  badgesRoutes(server, ctx);
  activityRoutes(server, ctx);
  workflowRoutes(server, ctx);
  auditLogRoutes(server, ctx, streamSnapshot);
  liveUpdateRoutes(server, ctx, { pool: listening, authenticate: authenticator.authenticate, isDraining });
  await server.ready();
  return server;
}

async function createServer(
  { ctx, telemetry, isDraining, onError, tracer }: ApiParts,
  authenticator: ReturnType<typeof createAuthenticator>,
  web: ReturnType<typeof openWeb>,
): Promise<FastifyInstance> {
  const server = await createHttpServer({
    ...httpOptions(ctx.config),
    answerPage: web?.answer,
    log: ctx.log,
    authenticate: authenticator.authenticate,
    isDraining,
    onError,
    onAnswered: telemetry.requestAnswered,
  });
  if (tracer) traceRequests(server, tracer);
  server.addHook('onClose', () => authenticator.close());
  return server;
}

type FromConfig =
  | 'poweredBy'
  | 'connections'
  | 'basePath'
  | 'maxBodyBytes'
  | 'maxHeaderBytes'
  | 'requestTimeoutMs'
  | 'trustedProxies'
  | 'cors';

function httpOptions(config: Config): Pick<HttpServerOptions, FromConfig> {
  const { interactive } = planPoolSizes(config['svc.datasource.pool.max-size'], config['svc.config.profile']);
  return {
    poweredBy: poweredBy(config['svc.compat.powered-by']),
    connections: interactive,
    basePath: config['svc.web.base-path'],
    maxBodyBytes: config['svc.http.max-body-bytes'],
    maxHeaderBytes: config['svc.http.max-header-bytes'],
    requestTimeoutMs: config['svc.http.request-timeout-ms'],
    trustedProxies: config['svc.http.trusted-proxies'],
    cors: {
      enabled: config['svc.cors.enabled'],
      origins: config['svc.cors.allowed-origins'],
      methods: config['svc.cors.allowed-methods'],
      headers: config['svc.cors.allowed-headers'],
      exposedHeaders: config['svc.cors.exposed-headers'],
      credentials: config['svc.cors.allow-credentials'],
      maxAgeSeconds: config['svc.cors.max-age'],
    },
  };
}

/** Clients of Dependency-Track look for its name at the start, and ask `/api/version` for the version. */
function poweredBy(compatible: boolean): string {
  return compatible ? `Dependency-Track v${VERSION} (${APPLICATION})` : `${APPLICATION} v${VERSION}`;
}
