import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { Log } from '../log/create-log.ts';
import type { AnyJobCatalog, JobSchedule } from './job-settings.ts';

interface Scheduling {
  readonly catalog: AnyJobCatalog;
  /** The value of a property that holds a cron expression. */
  readonly cronOf: (property: string) => string | undefined;
  /** May be called for a tick that another node has enqueued already. */
  readonly enqueueTick: (name: string, tick: Date) => Promise<unknown>;
  readonly now: () => Date;
  readonly log: Log;
}

const DISABLED = new Set(['', '-']);

/** Looks at the clock again at least this often: it may have been set, and timers do not count days. */
const LONGEST_SLEEP_MS = 60_000;

const RETRY_MS = 2_000;

/** Enqueues the scheduled jobs at their times. Every node does; see `enqueueTick` for why each tick counts once. */
export function startSchedules(scheduling: Scheduling): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = Object.entries(scheduling.catalog)
    .map(([name, { schedule }]) => ({ name, cron: schedule && toCron(schedule, scheduling.cronOf) }))
    .map(({ name, cron }) => cron && keepSchedule(name, cron, scheduling, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Five fields, or six with seconds first; UTC. */
function toCron(schedule: JobSchedule, cronOf: Scheduling['cronOf']): Cron | undefined {
  const expression = ('cron' in schedule ? schedule.cron : cronOf(schedule.property))?.trim();
  if (expression === undefined || DISABLED.has(expression)) return undefined;
  return new Cron(expression, { timezone: 'UTC', mode: '5-or-6-parts', paused: true });
}

async function keepSchedule(
  name: string,
  cron: Cron,
  scheduling: Scheduling,
  stop: AbortSignal,
): Promise<void> {
  let tick = cron.nextRun(scheduling.now());
  while (tick && !stop.aborted) {
    if (await clockReaches(tick, scheduling.now, stop)) await fire(name, tick, scheduling, stop);
    // Ticks that went by while the machine slept or the database was away count as one.
    const reached = Math.max(tick.getTime(), scheduling.now().getTime());
    tick = cron.nextRun(new Date(reached));
  }
}

async function clockReaches(tick: Date, now: () => Date, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    const remaining = tick.getTime() - now().getTime();
    if (remaining <= 0) return true;
    await pause(Math.min(remaining, LONGEST_SLEEP_MS), stop);
  }
  return false;
}

/** Until it succeeds: a tick must not be lost because the database is being restarted. */
async function fire(
  name: string,
  tick: Date,
  { enqueueTick, log }: Scheduling,
  stop: AbortSignal,
): Promise<void> {
  for (let tries = 0; !stop.aborted; tries++) {
    try {
      await enqueueTick(name, tick);
      return;
    } catch (error) {
      const level = tries === 0 ? 'warn' : 'debug';
      log[level]({ err: error, job: name }, 'A scheduled job could not be enqueued yet');
      await pause(RETRY_MS, stop);
    }
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
