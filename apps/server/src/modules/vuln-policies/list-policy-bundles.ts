import type { Context } from '../../platform/context.ts';
import { BUNDLE_UUID } from './bundle-identity.ts';
import { type BundleRow, listBundles } from './bundle-store.ts';

/** A bundle that was never synchronised has only its identity. */
export type KnownBundle = Partial<BundleRow> & Pick<BundleRow, 'uuid' | 'url'>;

/** Includes the configured bundle before its first sync. */
export async function listPolicyBundles(ctx: Context): Promise<KnownBundle[]> {
  const bundles = await listBundles(ctx.db);
  const url = ctx.config['svc.vulnerability.policy.bundle.url'];
  if (bundles.length > 0 || url === undefined) return bundles;
  return [{ uuid: BUNDLE_UUID, url }];
}
