import { type RawBuilder, sql } from 'kysely';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { MATCHING_CPE_COLUMNS, type MatchingCpe } from './match/to-matching-cpe.ts';
import { MATCHING_PURL_COLUMNS, type MatchingPurl, type UsedPurl } from './match/to-matching-purl.ts';

/**
 * Which row of `matching_purl` belongs to a component `c`: that of its package URL, which says more than the component
 * unless it has no version. In a canonical URL only a version stands behind an `@`.
 */
export const givenVersion: RawBuilder<string> = sql<string>`(case
  when position('@' in c.purl) > 0 or octet_length(c.version) > 500 then '' else coalesce(c.version, '') end)`;

/** The package URL to match by: also by the source package, where the component says it beside its URL. */
export const matchedPurl: RawBuilder<string> = sql<string>`coalesce(c.purl_with_source, c.purl)`;

/** What is longer names nothing, and would not fit into an index. */
export const MOST_CPE_CHARACTERS = sql.lit(500);

/** In order, so that two who add the same wait for each other instead of blocking each other. */
export async function listMissingPurls(db: Db, projectIds: readonly number[]): Promise<UsedPurl[]> {
  const { rows } = await sql<UsedPurl>`
    select distinct ${matchedPurl} collate "C" as purl, ${givenVersion} collate "C" as given_version
    from component c
    where c.project_id = any(${[...projectIds]}::bigint[]) and c.removed_at is null and c.purl is not null
      and not exists (
        select from matching_purl m
        where m.purl = ${matchedPurl} collate "C" and m.given_version = ${givenVersion} collate "C")
    order by 1, 2`.execute(db);
  return rows;
}

export async function listMissingCpes(db: Db, projectIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ cpe: string }>`
    select distinct c.cpe collate "C" as cpe
    from component c
    where c.project_id = any(${[...projectIds]}::bigint[]) and c.removed_at is null and c.cpe is not null
      and length(c.cpe) <= ${MOST_CPE_CHARACTERS}
      and not exists (select from matching_cpe m where m.cpe = c.cpe collate "C")
    order by 1`.execute(db);
  return rows.map((row) => row.cpe);
}

/** Whether a component of the projects came or changed since its keys were made. */
export async function hasMissingKeys(db: Db, projectIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select exists (
      select from component c
      where c.project_id = any(${[...projectIds]}::bigint[]) and c.removed_at is null and c.purl is not null
        and not exists (
          select from matching_purl m
          where m.purl = ${matchedPurl} collate "C" and m.given_version = ${givenVersion} collate "C")
    ) or exists (
      select from component c
      where c.project_id = any(${[...projectIds]}::bigint[]) and c.removed_at is null and c.cpe is not null
        and length(c.cpe) <= ${MOST_CPE_CHARACTERS}
        and not exists (select from matching_cpe m where m.cpe = c.cpe collate "C")
    ) as missing`.execute(db);
  return rows[0]?.missing ?? false;
}

export async function insertMatchingPurls(tx: Tx, rows: readonly MatchingPurl[]): Promise<void> {
  await copyRows(tx, 'matching_purl', MATCHING_PURL_COLUMNS, rows);
}

export async function insertMatchingCpes(tx: Tx, rows: readonly MatchingCpe[]): Promise<void> {
  await copyRows(tx, 'matching_cpe', MATCHING_CPE_COLUMNS, rows);
}

/**
 * Rows that are in use must not go between the moment when somebody has seen them and the moment when it has matched
 * by them. Whoever matches holds the lock shared, whoever deletes holds it alone.
 *
 * What is looked up next is in memory. Without being told, the planner would rather read and hash all keys of the
 * portfolio for every project.
 */
const KEYS_LOCK = 704_150_005;

export async function holdMatchingKeys(tx: Tx): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${sql.lit(KEYS_LOCK)}), set_config('random_page_cost', '1.1', true)
  `.execute(tx);
}

/** Deletes what no component has any more. */
export async function deleteUnusedKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(KEYS_LOCK)})`.execute(tx);
  await sql`
    delete from matching_purl m where not exists (
      select from component c
      where c.purl_coordinates = m.coordinates and ${matchedPurl} = m.purl and c.removed_at is null
        and ${givenVersion} = m.given_version)`.execute(tx);
  await sql`
    delete from matching_cpe m where not exists (
      select from component c where c.cpe = m.cpe collate "default" and c.removed_at is null and c.cpe is not null)`.execute(
    tx,
  );
}
