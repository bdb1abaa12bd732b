import pg from 'pg';
import type { PgBoss, Queue } from 'pg-boss';
import type { Log } from '../log/create-log.ts';
import { jobCatalog } from './catalog.ts';
import { createBoss } from './create-boss.ts';
import type { AnyJobCatalog, AnyJobSettings } from './job-settings.ts';

const DAY_SECONDS = 86_400;

/** pg-boss deletes jobs that have waited for longer. No job may be lost, so this is the maximum that it allows. */
const WAITING_KEPT_SECONDS = 365 * DAY_SECONDS;

/** Long enough to recognise the tick of a node whose clock is late, short enough to keep the table small. */
const COMPLETED_KEPT_SECONDS = 2 * 3_600;

/** How long after its own timeout pg-boss fails an attempt that the node should have aborted. */
const TIMEOUT_MARGIN_SECONDS = 900;

/** Creates or updates the tables of pg-boss and one queue per kind of job. Safe on several nodes at once. */
export async function migrateJobs(
  config: pg.ClientConfig,
  log: Log,
  catalog: AnyJobCatalog = jobCatalog,
): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 2 });
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'));
  try {
    const boss = createBoss(pool, true, log);
    await boss.start();
    await defineQueues(boss, catalog).finally(() => boss.stop({ graceful: false }));
  } finally {
    await pool.end();
  }
}

async function defineQueues(boss: PgBoss, catalog: AnyJobCatalog): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, settings] of Object.entries(catalog)) {
    const { policy, ...options } = toQueueOptions(settings);
    const existing = known.get(name);
    if (!existing) await boss.createQueue(name, { policy, ...options });
    else {
      requireSamePolicy(name, existing.policy, policy);
      if (differs(existing, options)) await boss.updateQueue(name, options);
    }
  }
}

function differs(existing: Queue, options: Omit<Queue, 'name'>): boolean {
  return Object.entries(options).some(([name, value]) => existing[name as keyof Queue] !== value);
}

function requireSamePolicy(name: string, existing: string | undefined, expected: string): void {
  if (existing === expected) return;
  throw new Error(`The concurrency of the job "${name}" cannot change. Give it a new name.`);
}

function toQueueOptions({ runs, retries, timeoutSeconds }: AnyJobSettings) {
  return {
    policy: toPolicy(runs),
    retryLimit: retries.limit,
    retryDelay: retries.firstDelaySeconds,
    retryBackoff: true,
    retryDelayMax: retries.maxDelaySeconds,
    expireInSeconds: timeoutSeconds + TIMEOUT_MARGIN_SECONDS,
    retentionSeconds: WAITING_KEPT_SECONDS,
    deleteAfterSeconds: COMPLETED_KEPT_SECONDS,
  } satisfies Omit<Queue, 'name'>;
}

/**
 * `key_strict_fifo` and `exclusive` are enforced by unique indexes and so hold across all nodes. The group concurrency
 * of pg-boss does not: two nodes that fetch at the same moment each see an idle group.
 */
function toPolicy(runs: AnyJobSettings['runs']): 'standard' | 'exclusive' | 'key_strict_fifo' {
  if (runs === 'in-parallel') return 'standard';
  return runs === 'alone' ? 'exclusive' : 'key_strict_fifo';
}
