import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { linesToArray } from '../../platform/db/text-array.ts';
import type { NamedRecords } from './named-records.ts';

/** Creates the empty temporary table `listed_record`. */
export async function openListing(tx: Tx): Promise<void> {
  await sql`create temp table listed_record (vulnerability_id bigint primary key) on commit drop`.execute(tx);
}

/** Looks each record up, because a join would read all stored records. */
export async function stageListing(tx: Tx, { sources, vulnIds }: NamedRecords): Promise<void> {
  await sql`
    insert into listed_record
    select known.id from unnest(${linesToArray(sources)}, ${linesToArray(vulnIds)}) as given (source, vuln_id)
    cross join lateral (
      select id from vulnerability v where v.vuln_id = given.vuln_id and v.source = given.source limit 1) as known
    on conflict do nothing`.execute(tx);
}

/** Counts what the part contained before, and what is missing now. */
export async function countMissing(
  tx: Tx,
  source: string,
  part: string,
): Promise<{ readonly known: number; readonly missing: number }> {
  const { rows } = await sql<{ known: number; missing: number }>`
    select count(*)::int as known, (count(*) filter (where listed.vulnerability_id is null))::int as missing
    from mirrored_record m left join listed_record listed using (vulnerability_id)
    where m.source = ${source} and m.part = ${part}`.execute(tx);
  return rows[0] ?? { known: 0, missing: 0 };
}

/** Adds what is listed to the content of a part. */
export async function insertListed(tx: Tx, source: string, part: string): Promise<void> {
  await sql`
    insert into mirrored_record (source, part, vulnerability_id)
    select ${source}, ${part}, vulnerability_id from listed_record on conflict do nothing`.execute(tx);
}

/** Removes what is not listed. Returns the vulnerabilities that no part of the source contains any more. */
export async function deleteUnlisted(tx: Tx, source: string, part: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with dropped as (
      delete from mirrored_record m
      where source = ${source} and part = ${part}
        and not exists (select from listed_record listed where listed.vulnerability_id = m.vulnerability_id)
      returning vulnerability_id)
    select vulnerability_id as id from dropped
    where not exists (
      select from mirrored_record other
      where other.vulnerability_id = dropped.vulnerability_id and other.source = ${source} and other.part <> ${part})
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
