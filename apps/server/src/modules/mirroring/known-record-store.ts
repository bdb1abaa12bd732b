import type { Source } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { toTextArray } from '../../platform/db/text-array.ts';

/** A record as a list or an archive names it. */
export interface NamedRecord {
  readonly source: Source;
  readonly vulnId: string;
  /** When it was last modified, if that is known. */
  readonly modified: Date | null;
}

/**
 * Which of these have to be read: those that the asserter has not reported with this time of modification, or whose
 * record is another's, so that it does not tell. Returns their indexes. Each is looked up: a join would read all that is
 * stored each time.
 */
export async function listUnread(
  db: Db,
  asserter: string,
  records: readonly NamedRecord[],
): Promise<number[]> {
  const { rows } = await sql<{ n: string }>`
    select given.n from unnest(${toTextArray(records.map(({ source }) => source))},
        ${toTextArray(records.map(({ vulnId }) => vulnId.replaceAll('\n', ' ')))},
        ${toTextArray(records.map(({ modified }) => modified?.toISOString() ?? '-infinity'))}::timestamptz[])
      with ordinality as given (source, vuln_id, modified, n)
    left join lateral (
      select v.id from vulnerability v
      join vulnerability_report report on report.vulnerability_id = v.id and report.applied
        and report.asserter_id = (select id from vulnerability_asserter where name = ${asserter})
      where v.vuln_id = given.vuln_id and v.source = given.source and v.updated_at = given.modified
      limit 1) as known on true
    where known.id is null
    order by given.n`.execute(db);
  return rows.map(({ n }) => Number(n) - 1);
}
