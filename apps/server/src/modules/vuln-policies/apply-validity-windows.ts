import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { requestApplication } from './request-application.ts';
import { listByRank, takeChangedWindows } from './vuln-policy-store.ts';

/** Requests application of the policies whose validity has begun or ended since the last run. */
export async function applyValidityWindows(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await takeChangedWindows(tx, ctx.now()))) return;
    const conditions = (await listByRank(tx))
      .filter(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null)
      .map(({ condition }) => condition);
    await requestApplication(ctx, tx, conditions);
  });
}
