import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from '../http/create-http-server.ts';
import type { QueueStats } from '../jobs/queue-stats.ts';

const STATS_DEADLINE_MS = 3_000;

interface Measured {
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** The Prometheus metrics of this node. */
export class Telemetry {
  readonly registry = new Registry();
  readonly #requests: Histogram;
  readonly #jobs: Counter;
  readonly #differences: Counter;

  constructor(version: string) {
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Answered HTTP requests by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.registry],
    });
    this.#jobs = new Counter({
      name: 'jobs_finished_total',
      help: 'Jobs this node has run, by name and outcome',
      labelNames: ['job', 'outcome'],
      registers: [this.registry],
    });
    this.#differences = new Counter({
      name: 'metrics_check_differences_total',
      help: 'Projects whose metrics differed from a recount, found by the nightly check on this node',
      registers: [this.registry],
    });
    const info = new Gauge({
      name: 'tallyman_info',
      help: 'The running version',
      labelNames: ['version'],
      registers: [this.registry],
    });
    info.set({ version }, 1);
  }

  requestAnswered = (request: AnsweredRequest): void => {
    const { method, route, status, seconds } = request;
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  };

  jobFinished = (job: string, outcome: 'completed' | 'failed'): void => {
    this.#jobs.inc({ job, outcome });
  };

  metricsDiffered = (projects: number): void => {
    this.#differences.inc(projects);
  };

  watchPools(pools: ReadonlyMap<string, pg.Pool>): void {
    const gauge = this.#gauge('db_pool_connections', 'Database connections by pool and state', [
      'pool',
      'state',
    ]);
    gauge.collect = () => {
      for (const [name, pool] of pools) {
        gauge.set({ pool: name, state: 'total' }, pool.totalCount);
        gauge.set({ pool: name, state: 'idle' }, pool.idleCount);
        gauge.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    };
  }

  watchJobs(stats: () => Promise<readonly QueueStats[]>): void {
    const jobs = this.#gauge('jobs', 'Jobs by queue and state', ['queue', 'state']);
    const age = this.#gauge('jobs_oldest_waiting_seconds', 'Age of the oldest waiting job by queue', [
      'queue',
    ]);
    jobs.collect = async () => {
      // Without a database the other metrics are still served.
      for (const { queue, waiting, active, failed, oldestWaitingSeconds } of await within(
        STATS_DEADLINE_MS,
        stats,
      )) {
        jobs.set({ queue, state: 'waiting' }, waiting);
        jobs.set({ queue, state: 'active' }, active);
        jobs.set({ queue, state: 'failed' }, failed);
        age.set({ queue }, oldestWaitingSeconds);
      }
    };
  }

  /** A gauge whose values are read when metrics are scraped. */
  watch(name: string, help: string, labelNames: string[], read: () => Promise<readonly Measured[]>): void {
    const gauge = this.#gauge(name, help, labelNames);
    gauge.collect = async () => {
      const measured = await within(STATS_DEADLINE_MS, read);
      gauge.reset();
      for (const { labels, value } of measured) gauge.set(labels, value);
    };
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge & { collect?: () => void | Promise<void> } {
    return new Gauge({ name, help, labelNames, registers: [this.registry] }) as Gauge & {
      collect?: () => void | Promise<void>;
    };
  }
}

async function within<T>(milliseconds: number, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const tooLate = setTimeout(milliseconds, [], { ref: false });
  return Promise.race([read().catch(() => []), tooLate]);
}
