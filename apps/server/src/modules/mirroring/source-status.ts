import type { VulnDataState } from '@tallyman/contract';
import { Cron } from 'croner';
import type { Context } from '../../platform/context.ts';
import { listLastSuccesses, listLatestRuns, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import { loadSourceSettings, type SourceSettings } from './source-settings.ts';
import { sources } from './sources.ts';

/** State of a source. */
export interface SourceStatus {
  readonly source: MirrorSource;
  readonly settings: SourceSettings;
  readonly state: VulnDataState;
  readonly lastSuccess: Date | undefined;
  readonly nextRun: Date | undefined;
  readonly latestRun: MirrorRunRow | undefined;
}

export async function listSourceStatus(ctx: Context): Promise<SourceStatus[]> {
  const [successes, runs, allSettings] = await Promise.all([
    listLastSuccesses(ctx.db),
    listLatestRuns(ctx.db),
    loadSourceSettings(ctx),
  ]);
  return sources.flatMap((source) => {
    const settings = allSettings.get(source.name);
    if (!settings) return [];
    const lastSuccess = successes.get(source.name);
    const schedule = settings.isEnabled ? toCron(settings.cron) : undefined;
    return {
      source,
      settings,
      lastSuccess,
      state: stateOf(
        lastSuccess,
        schedule,
        ctx.config['svc.vuln-data-source.stale-after-periods'],
        ctx.now(),
      ),
      nextRun: schedule?.nextRun(ctx.now()) ?? undefined,
      latestRun: runs.find((run) => run.source === source.name),
    };
  });
}

/** For sources that are only imported as files, which have no schedule. */
const FILE_MAX_AGE_MS = 30 * 86_400_000;

function stateOf(
  lastSuccess: Date | undefined,
  schedule: Cron | undefined,
  periods: number,
  now: Date,
): VulnDataState {
  if (!lastSuccess) return 'NEVER_LOADED';
  const patience = schedule ? periods * periodOf(schedule, now) : FILE_MAX_AGE_MS;
  return now.getTime() - lastSuccess.getTime() > patience ? 'STALE' : 'CURRENT';
}

function toCron(expression: string): Cron | undefined {
  if (expression === '-') return undefined;
  return new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true });
}

/** Time between two scheduled runs. */
function periodOf(schedule: Cron, now: Date): number {
  const [next, afterNext] = schedule.nextRuns(2, now);
  return next && afterNext ? afterNext.getTime() - next.getTime() : FILE_MAX_AGE_MS;
}
