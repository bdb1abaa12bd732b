import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { settleAbandonedRuns } from './end-run.ts';
import { insertRun, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import { sourceExtensions } from './source-extensions.ts';
import { getSourceSettings } from './source-settings.ts';

/** Starts a run on request. */
export async function startRun(
  ctx: Context,
  source: MirrorSource,
  requestedBy: string,
  kind: SourceKind = 'vuln-data-source',
): Promise<MirrorRunRow> {
  if (!(await getSourceSettings(ctx, source.name)).isEnabled) throw notEnabled(source, kind);
  const run = await enqueueRun(ctx, source, 'MANUAL', requestedBy);
  if (!run) throw alreadyRunning(source, kind);
  return run;
}

/** Starts a scheduled run. Does nothing if one is still running. */
export async function startScheduledRun(ctx: Context, source: MirrorSource): Promise<void> {
  const { isEnabled } = await getSourceSettings(ctx, source.name);
  if (isEnabled) await enqueueRun(ctx, source, 'SCHEDULED', null);
}

async function enqueueRun(
  ctx: Context,
  source: MirrorSource,
  kind: 'MANUAL' | 'SCHEDULED',
  requestedBy: string | null,
): Promise<MirrorRunRow | undefined> {
  await settleAbandonedRuns(ctx);
  return inTransaction(ctx.db, async (tx) => {
    const uuid = newUuid();
    const values = { uuid, source: source.name, kind, requested_by: requestedBy, created_at: ctx.now() };
    const run = await insertRun(tx, values);
    if (run) {
      const priority = kind === 'MANUAL' ? 'interactive' : 'scheduled';
      const payload = { source: source.name, run: uuid };
      await ctx.jobs.enqueue(tx, 'mirror-vuln-data-source', payload, { token: uuid, priority });
    }
    return run;
  });
}

/** Name of the kind in problem documents. */
type SourceKind = 'vuln-data-source' | 'kev-data-source';

function notEnabled({ name, displayName }: MirrorSource, kind: SourceKind): AppError {
  return new AppError(
    'invalid',
    `The mirror of ${displayName} is not enabled. Set svc.vuln-data-source.${name}.enabled=true first, or enable the ` +
      `extension ${sourceExtensions[name].extension} of ${sourceExtensions[name].point}.`,
    { type: `/problems/${kind}-not-enabled`, title: 'Data source not enabled' },
  );
}

function alreadyRunning({ displayName }: MirrorSource, kind: SourceKind): AppError {
  return new AppError('conflict', `A mirror run of ${displayName} is already queued or running.`, {
    type: `/problems/${kind}-mirror-already-running`,
    title: 'Mirror run already in progress',
  });
}
