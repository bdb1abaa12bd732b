import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { settleAbandonedRuns } from './end-run.ts';
import { insertRun, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import { settingsOf } from './source-settings.ts';

/** Asks for a source to be read, because somebody wants it now. */
export async function startRun(
  ctx: Context,
  source: MirrorSource,
  requestedBy: string,
  kind: SourceKind = 'vuln-data-source',
): Promise<MirrorRunRow> {
  if (!settingsOf(ctx.config, source.name).isEnabled) throw notEnabled(source, kind);
  const run = await enqueueRun(ctx, source, 'MANUAL', requestedBy);
  if (!run) throw alreadyRunning(source, kind);
  return run;
}

/** The same when the clock asks for it. One that still runs is enough. */
export async function startScheduledRun(ctx: Context, source: MirrorSource): Promise<void> {
  if (settingsOf(ctx.config, source.name).isEnabled) await enqueueRun(ctx, source, 'SCHEDULED', null);
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

/** What problems call it. */
type SourceKind = 'vuln-data-source' | 'kev-data-source';

function notEnabled({ name, displayName }: MirrorSource, kind: SourceKind): AppError {
  return new AppError(
    'invalid',
    `The mirror of ${displayName} is not enabled. Set svc.vuln-data-source.${name}.enabled=true first.`,
    { type: `/problems/${kind}-not-enabled`, title: 'Data source not enabled' },
  );
}

function alreadyRunning({ displayName }: MirrorSource, kind: SourceKind): AppError {
  return new AppError('conflict', `A mirror run of ${displayName} waits or runs already.`, {
    type: `/problems/${kind}-mirror-already-running`,
    title: 'Mirror run already in progress',
  });
}
