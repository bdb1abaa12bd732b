import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { Log } from '../log/create-log.ts';
import type { AnyJobCatalog, JobSchedule } from './job-settings.ts';

interface ScheduleOptions {
  readonly catalog: AnyJobCatalog;
  /** The value of a property that holds a cron expression. */
  readonly cronOf: (property: string) => string | undefined;
  /** Must be idempotent: another node may have enqueued the tick already. */
  readonly enqueueTick: (name: string, tick: Date) => Promise<unknown>;
  readonly now: () => Date;
  readonly log: Log;
}

const DISABLED = new Set(['', '-']);

/** The clock is read again at least this often: it may have been set, and timers are limited to 24 days. */
const MAX_SLEEP_MS = 60_000;

const RETRY_MS = 2_000;

/** Enqueues scheduled jobs at their times. Every node does so; `enqueueTick` makes each tick one job. */
export function startSchedules(options: ScheduleOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = Object.entries(options.catalog)
    .map(([name, { schedule }]) => ({ name, cron: schedule && toCron(schedule, options.cronOf) }))
    .map(({ name, cron }) => cron && runSchedule(name, cron, options, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Five fields, or six with seconds first; UTC. */
function toCron(schedule: JobSchedule, cronOf: ScheduleOptions['cronOf']): Cron | undefined {
  const expression = ('cron' in schedule ? schedule.cron : cronOf(schedule.property))?.trim();
  if (expression === undefined || DISABLED.has(expression)) return undefined;
  return new Cron(expression, { timezone: 'UTC', mode: '5-or-6-parts', paused: true });
}

async function runSchedule(
  name: string,
  cron: Cron,
  options: ScheduleOptions,
  stop: AbortSignal,
): Promise<void> {
  let tick = cron.nextRun(options.now());
  while (tick && !stop.aborted) {
    if (await waitUntil(tick, options.now, stop)) await fire(name, tick, options, stop);
    // Ticks that passed while the machine slept or the database was unavailable count as one.
    const reached = Math.max(tick.getTime(), options.now().getTime());
    tick = cron.nextRun(new Date(reached));
  }
}

async function waitUntil(tick: Date, now: () => Date, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    const remaining = tick.getTime() - now().getTime();
    if (remaining <= 0) return true;
    await pause(Math.min(remaining, MAX_SLEEP_MS), stop);
  }
  return false;
}

/** Retries until it succeeds: a tick must not be lost because the database restarts. */
async function fire(
  name: string,
  tick: Date,
  { enqueueTick, log }: ScheduleOptions,
  stop: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !stop.aborted; attempt++) {
    try {
      await enqueueTick(name, tick);
      return;
    } catch (error) {
      const level = attempt === 0 ? 'warn' : 'debug';
      log[level]({ err: error, job: name }, 'A scheduled job could not be enqueued; retrying');
      await pause(RETRY_MS, stop);
    }
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {});
}
