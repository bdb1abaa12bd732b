import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { linesToArray } from '../../platform/db/text-array.ts';
import type { NamedRecords } from './named-records.ts';

/**
 * Returns the indexes of the records that must be read: those that the asserter has not reported with this
 * modification time, and those that belong to another asserter, for which the time is unknown. Looks each record up,
 * because a join would read all stored records.
 */
export async function listUnread(
  db: Db,
  asserter: string,
  { sources, vulnIds, modified }: NamedRecords,
): Promise<number[]> {
  const { rows } = await sql<{ unread: string | null }>`
    select string_agg((given.n - 1)::text, ',' order by given.n) as unread
    from unnest(${linesToArray(sources)}, ${linesToArray(vulnIds)}, ${linesToArray(modified)}::timestamptz[])
      with ordinality as given (source, vuln_id, modified, n)
    left join lateral (
      select v.id from vulnerability v
      join vulnerability_report report on report.vulnerability_id = v.id and report.applied
        and report.asserter_id = (select id from vulnerability_asserter where name = ${asserter})
      where v.vuln_id = given.vuln_id and v.source = given.source and v.updated_at = given.modified
      limit 1) as known on true
    where known.id is null`.execute(db);
  return rows[0]?.unread?.split(',').map(Number) ?? [];
}
