import { type RawBuilder, sql } from 'kysely';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { MATCHING_CPE_COLUMNS, type MatchingCpe } from './match/to-matching-cpe.ts';
import { MATCHING_PURL_COLUMNS, type MatchingPurl, type UsedPurl } from './match/to-matching-purl.ts';

/**
 * The version of component `c`, if its package URL has none. Part of the key of `matching_purl`. In a canonical package
 * URL only a version follows an `@`.
 */
export const givenVersion: RawBuilder<string> = sql<string>`(case
  when position('@' in c.purl) > 0 or octet_length(c.version) > 500 then '' else coalesce(c.version, '') end)`;

/** The package URL to match by. Includes the source package, if only a property of the component names it. */
export const matchedPurl: RawBuilder<string> = sql<string>`coalesce(c.purl_with_source, c.purl)`;

/** Longer names are not matched: they would not fit into an index. */
export const MAX_CPE_CHARACTERS = sql.lit(500);

/** Ordered, so that concurrent inserts of the same keys do not deadlock. */
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
      and length(c.cpe) <= ${MAX_CPE_CHARACTERS}
      and not exists (select from matching_cpe m where m.cpe = c.cpe collate "C")
    order by 1`.execute(db);
  return rows.map((row) => row.cpe);
}

/** Whether a component of the projects has no matching keys yet. */
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
        and length(c.cpe) <= ${MAX_CPE_CHARACTERS}
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

/** Held shared while matching, and exclusively while unused keys are deleted. */
const KEYS_LOCK = 704_150_005;

/**
 * Keeps matching keys from being deleted until the transaction ends. Lowers `random_page_cost`: otherwise the planner
 * reads and hashes all keys of the portfolio for each project, although the ones needed are cached.
 */
export async function lockMatchingKeys(tx: Tx): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${sql.lit(KEYS_LOCK)}), set_config('random_page_cost', '1.1', true)
  `.execute(tx);
}

/** Deletes the keys that no component uses. Waits until nobody is matching. */
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
