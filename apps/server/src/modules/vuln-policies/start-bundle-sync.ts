import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { BUNDLE_UUID } from './bundle-identity.ts';
import { ensureBundle, insertRun, lockBundle } from './bundle-store.ts';
import { bundleNotFound } from './vuln-policy-errors.ts';

/** "202; 409 already running; 404." */
export async function startBundleSync(ctx: Context, uuid: string): Promise<void> {
  const url = ctx.config['svc.vulnerability.policy.bundle.url'];
  if (uuid !== BUNDLE_UUID || url === undefined) throw bundleNotFound();
  await inTransaction(ctx.db, async (tx) => {
    await ensureBundle(tx, uuid, url, ctx.now());
    await lockBundle(tx, uuid);
    if (await ctx.jobs.isUnfinished(tx, 'sync-vuln-policy-bundle', { bundle: uuid })) throw alreadyRunning();
    await insertRun(tx, uuid, ctx.now());
    await ctx.jobs.enqueue(tx, 'sync-vuln-policy-bundle', { bundle: uuid });
  });
}

/** Does nothing without a configured bundle, or while a sync is running. */
export async function startScheduledSync(ctx: Context): Promise<void> {
  if (ctx.config['svc.vulnerability.policy.bundle.url'] === undefined) return;
  try {
    await startBundleSync(ctx, BUNDLE_UUID);
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  }
}

function alreadyRunning(): AppError {
  return new AppError('conflict', 'The bundle is already being synchronised.', {
    type: '/problems/vuln-policy-bundle-sync-already-running',
  });
}
