import {
  type VulnPolicyBundle,
  type VulnPolicySyncRun,
  vulnPolicyBundleOperations,
} from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { describeUrl } from '../../platform/outgoing-http/http-failure.ts';
import type { SyncRunRow } from './bundle-store.ts';
import { deletePolicyBundle } from './delete-policy-bundle.ts';
import { getLatestSync } from './get-latest-sync.ts';
import { type KnownBundle, listPolicyBundles } from './list-policy-bundles.ts';
import { startBundleSync } from './start-bundle-sync.ts';

export function bundleRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, vulnPolicyBundleOperations.listVulnPolicyBundles, async () => {
    const items = (await listPolicyBundles(ctx)).map(presentBundle);
    return { status: 200, body: { items, total: { count: items.length, type: 'EXACT' } } };
  });
  serve(server, vulnPolicyBundleOperations.deleteVulnPolicyBundle, async ({ params }) => {
    await deletePolicyBundle(ctx, params.uuid);
    return { status: 204 };
  });
  serve(server, vulnPolicyBundleOperations.startVulnPolicyBundleSync, async ({ params }) => {
    await startBundleSync(ctx, params.uuid);
    const headers = { Location: `/api/v2/vuln-policy-bundles/${params.uuid}/sync-runs/latest` };
    return { status: 202, headers };
  });
  serve(server, vulnPolicyBundleOperations.getLatestVulnPolicyBundleSync, async ({ params }) => ({
    status: 200,
    body: presentRun(await getLatestSync(ctx.db, params.uuid)),
  }));
}

/** The URL is shown without credentials. */
function presentBundle(row: KnownBundle): VulnPolicyBundle {
  return {
    uuid: row.uuid,
    url: describeUrl(row.url),
    ...(row.hash && { hash: row.hash }),
    ...(row.last_successful_sync && { last_successful_sync: row.last_successful_sync.getTime() }),
    ...(row.last_failure && { last_failure: row.last_failure }),
    ...(row.created_at && { created: row.created_at.getTime() }),
    ...(row.updated_at && { updated: row.updated_at.getTime() }),
  };
}

function presentRun(row: SyncRunRow): VulnPolicySyncRun {
  return {
    status: row.status,
    ...(row.started_at && { started_at: row.started_at.getTime() }),
    ...(row.completed_at && { completed_at: row.completed_at.getTime() }),
    ...(row.failure_reason && { failure_reason: row.failure_reason }),
  };
}
