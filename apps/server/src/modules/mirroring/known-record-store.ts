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
 * record is another's, so that it does not tell. Returns their indexes.
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
    where not exists (
      select from vulnerability v
      join vulnerability_report report on report.vulnerability_id = v.id and report.applied
      join vulnerability_asserter asserter on asserter.id = report.asserter_id and asserter.name = ${asserter}
      where v.vuln_id = given.vuln_id and v.source = given.source and v.updated_at = given.modified)
    order by given.n`.execute(db);
  return rows.map(({ n }) => Number(n) - 1);
}
