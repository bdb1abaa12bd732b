import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** Creates missing partitions for some days. */
export async function createPartitions(tx: Tx, first: string, last: string): Promise<void> {
  await sql`select create_metrics_partitions(${first}::date, ${last}::date)`.execute(tx);
}

export async function hasPartition(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`project_metrics_day_${day.replaceAll('-', '')}`}) is not null as exists`.execute(
    db,
  );
  return rows[0]?.exists ?? false;
}

export async function listPartitionDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(to_date(right(child.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'project_metrics_day'::regclass order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

export async function dropPartition(tx: Tx, day: string): Promise<void> {
  await sql`select drop_metrics_partition(${day}::date)`.execute(tx);
}
