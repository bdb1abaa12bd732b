import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COMPONENT_NUMBERS, PROJECT_NUMBERS } from './metric-numbers.ts';

const HISTORIES = [
  {
    days: 'project_metrics_day',
    current: 'project_metrics',
    key: 'project_id',
    columns: ['project_id', 'measured_at', 'is_counted', ...PROJECT_NUMBERS, 'risk_score'],
  },
  {
    days: 'component_metrics_day',
    current: 'component_metrics',
    key: 'component_id',
    columns: ['component_id', 'project_id', 'measured_at', ...COMPONENT_NUMBERS, 'risk_score'],
  },
] as const;

/**
 * Copies the last row before a day to that day, for projects and components that have none on that day and changed later.
 * Those that did not change later have the same numbers in their current row.
 */
export async function carryForward(tx: Tx, day: string): Promise<void> {
  for (const { days, current, key, columns } of HISTORIES) {
    const names = sql.join(columns.map((name) => sql.ref(name)));
    const earlier = sql.join(columns.map((name) => sql.ref(`earlier.${name}`)));
    await sql`
      insert into ${sql.table(days)} (${names}, day)
      select distinct on (${sql.ref(`earlier.${key}`)}) ${earlier}, ${day}::date
      from ${sql.table(days)} earlier
      join ${sql.table(current)} present on ${sql.ref(`present.${key}`)} = ${sql.ref(`earlier.${key}`)}
        and present.day > ${day}::date
      where earlier.day < ${day}::date
      order by ${sql.ref(`earlier.${key}`)}, earlier.day desc
      on conflict (${sql.ref(key)}, day) do nothing`.execute(tx);
  }
}
