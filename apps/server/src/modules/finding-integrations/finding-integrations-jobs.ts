import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { createHttpClient, type HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { createSsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import { toHttpClientOptions } from '../../platform/outgoing-http/to-http-client-options.ts';
import { failPush } from './fail-push.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { deletePushes } from './finding-push-store.ts';
import { getIntegration } from './integrations.ts';
import { type PushDeps, pushFindings } from './push-findings.ts';
import { createSpool } from './spool-document.ts';
import { startScheduledPushes } from './start-pushes.ts';

type FindingIntegrationJob =
  | FindingIntegration['job']
  | 'defect-dojo-upload'
  | 'fortify-ssc-upload'
  | 'kenna-security-upload'
  | 'finding-push-cleanup';

/** Connections are created on demand and end when idle. */
export function findingIntegrationsJobs(ctx: Context): Pick<JobHandlers, FindingIntegrationJob> {
  const deps: PushDeps = { http: createPushClient(ctx), spool: createSpool(ctx) };
  const scheduled = (name: string) => () => startScheduledPushes(ctx, getIntegration(name));
  const pushTo = (name: string): JobHandlers[FindingIntegration['job']] => ({
    run: (job) => pushFindings(ctx, deps, getIntegration(name), job),
    onFailure: (tx, job) => failPush(ctx, tx, job),
  });
  return {
    'defect-dojo-upload': scheduled('defectdojo'),
    'fortify-ssc-upload': scheduled('fortify-ssc'),
    'kenna-security-upload': scheduled('kenna'),
    'push-to-defectdojo': pushTo('defectdojo'),
    'push-to-fortify-ssc': pushTo('fortify-ssc'),
    'push-to-kenna': pushTo('kenna'),
    'finding-push-cleanup': () => cleanUpPushes(ctx),
  };
}

/** Retries are those of the job. Redirects are not followed: they would lead findings and secrets elsewhere. */
function createPushClient({ config }: Context): HttpClient {
  return createHttpClient({
    ...toHttpClientOptions(config, 'Tallyman'),
    guard: createSsrfGuard(config['svc.outgoing-http.allow']),
    idleTimeoutMs: config['svc.finding-integrations.response-timeout-ms'],
    maxRedirects: 0,
    retries: { limit: 0, firstDelayMs: 0, maxDelayMs: 0 },
  });
}

const DAY_MS = 86_400_000;

/** Deletes pushes past their retention. */
async function cleanUpPushes(ctx: Context): Promise<void> {
  const days = ctx.config['svc.finding-integrations.log.retention-days'];
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  if (days > 0) await inTransaction(ctx.db, (tx) => deletePushes(tx, before));
}
