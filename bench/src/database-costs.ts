import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { cpuSeconds, parentOf } from './process-costs.ts';

/** CPU seconds of the backends of an application, independent of other load. */
export async function backendCpuSeconds(db: Db, application: string): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name like ${application}`.execute(db);
  return rows.reduce((total, { pid }) => total + cpuSeconds(pid), 0);
}

export async function walBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** CPU seconds of the whole PostgreSQL server, parallel workers included. */
export async function serverCpuSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return cpuSeconds(parentOf(rows[0]?.pid ?? 0), 'with-children');
}
