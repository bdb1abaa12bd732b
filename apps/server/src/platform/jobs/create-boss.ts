import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from '../log/create-log.ts';

const BOSS_SCHEMA = 'pgboss';

/**
 * pg-boss owns the tables, the queues, inserts and maintenance. Its workers are not used: they do not distinguish
 * attempts of a job, so a node that is wrongly considered dead could complete the attempt of its successor.
 */
export function createBoss(pool: pg.Pool, migrate: boolean, log: Log): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: BOSS_SCHEMA,
    migrate,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 300,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'The job tables could not be maintained'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  return boss;
}
