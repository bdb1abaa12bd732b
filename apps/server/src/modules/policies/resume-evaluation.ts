import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { hasProjectChanges } from '../project-changes/has-project-changes.ts';
import { enqueueEvaluation } from './enqueue-evaluation.ts';
import { hasPolicyChanges } from './policy-change-store.ts';
import { hasRechecks } from './recheck-store.ts';

/** Enqueues the job for changes for which no job was enqueued, or whose job was lost or failed. */
export async function resumeEvaluation(ctx: Context): Promise<void> {
  if (!(await isEvaluationDue(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => enqueueEvaluation(ctx, tx));
}

async function isEvaluationDue(db: Db): Promise<boolean> {
  return (await hasPolicyChanges(db)) || (await hasRechecks(db)) || (await hasProjectChanges(db, 'policies'));
}
