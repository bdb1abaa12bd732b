import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { recordFindingChanges } from '../../project-changes/record-finding-changes.ts';
import { listAccessibleProjects } from './update-store.ts';

/** Records all accessible projects as changed. They are counted by the next update, within seconds. */
export async function refreshPortfolioMetrics(ctx: Context, principal: Principal): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await recordFindingChanges(tx, 'metrics', await listAccessibleProjects(tx, principal));
  });
}
