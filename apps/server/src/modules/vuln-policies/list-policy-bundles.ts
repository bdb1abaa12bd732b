import type { Context } from '../../platform/context.ts';
import { BUNDLE_UUID } from './bundle-identity.ts';
import { listBundles } from './bundle-store.ts';

/** Includes the configured bundle before its first sync. */
export async function listPolicyBundles(ctx: Context) {
  const bundles = await listBundles(ctx.db);
  const url = ctx.config['svc.vulnerability.policy.bundle.url'];
  if (bundles.length > 0 || url === undefined) return bundles;
  return [{ uuid: BUNDLE_UUID, url }];
}
