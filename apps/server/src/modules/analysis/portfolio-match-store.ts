/**
 * Matches every package URL and CPE name of the portfolio once. Everything runs in one snapshot, in which the `ctid` of a
 * row identifies it and compares faster than the package URL or CPE name.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CpeCandidate, PackageCandidate } from './match/match-candidates.ts';
import { dependsOnRelease, isInRange, isNotRejected, mayBeSameProduct, purlType } from './match-store.ts';
import { givenVersion, MAX_CPE_CHARACTERS, matchedPurl } from './matching-keys-store.ts';

/** A statement about affected versions that matches, or may match, a package URL or CPE name. */
interface Matched {
  readonly key: string;
  readonly vulnerability_id: number;
  readonly asserter_id: number;
  readonly affected: string;
}

/** Lets the planner read large tables as a whole, hash them, and use parallel workers. */
export async function openPortfolioMatch(tx: Tx): Promise<void> {
  await sql`
    select set_config('work_mem', '128MB', true), set_config('jit', 'off', true),
      set_config('cursor_tuple_fraction', '1', true), set_config('parallel_tuple_cost', '0.01', true)`.execute(
    tx,
  );
}

/** Creates the table `matchable`: the keys of all components, and whether keys are missing. */
export async function collectKeys(tx: Tx): Promise<void> {
  await sql`
    create temp table matchable on commit drop as
    select c.id as component_id, m.ctid as purl_key, n.ctid as cpe_key,
      case when n.ctid is not null then ${purlType} end as purl_type,
      (c.purl is not null and m.ctid is null)
        or (c.cpe is not null and length(c.cpe) <= ${MAX_CPE_CHARACTERS} and n.ctid is null) as lacks_keys
    from component c
    left join matching_purl m
      on m.purl = ${matchedPurl} collate "C" and m.given_version = ${givenVersion} collate "C"
    left join matching_cpe n on n.cpe = c.cpe collate "C"
    where c.removed_at is null and (c.purl is not null or c.cpe is not null)`.execute(tx);
}

/** Creates the table `matched_purl` with the matches that keys alone decide, and the empty table `matched_cpe`. */
export async function matchPurls(tx: Tx): Promise<void> {
  await sql`
    create temp table matched_purl on commit drop as
    select m.ctid as key, a.vulnerability_id, a.asserter_id, a.uuid as affected
    from matching_purl m join affected_package a on a.package = m.package
    where m.scheme is not null and ${isInRange} and not ${dependsOnRelease} and ${isNotRejected}`.execute(tx);
  await sql`
    create temp table matched_cpe (
      key tid not null, purl_type text, vulnerability_id bigint not null, asserter_id smallint not null,
      affected uuid not null
    ) on commit drop`.execute(tx);
}

/** See `listPackageCandidates` in match-store.ts. */
export function listPurlCandidates(tx: Tx): AsyncGenerator<(PackageCandidate & Matched)[]> {
  return readInBlocks<PackageCandidate & Matched>(
    tx,
    sql`
    select m.ctid::text as key, a.vulnerability_id, a.asserter_id, a.uuid as affected,
      a.purl_type, a.distro, a.version, a.version_start_including, a.version_start_excluding,
      a.version_end_including, a.version_end_excluding, m.version as component_version,
      m.scheme as component_scheme, m.generic_key, m.distro as component_distro
    from matching_purl m join affected_package a on a.package = m.package
    where (m.scheme is null or (${dependsOnRelease} and ${isInRange})) and ${isNotRejected}`,
  );
}

/** See `listCpeCandidates` in match-store.ts. */
export function listNameCandidates(tx: Tx): AsyncGenerator<(CpeCandidate & Matched)[]> {
  return readInBlocks<CpeCandidate & Matched>(
    tx,
    sql`
    with used as materialized (
      select distinct cpe_key as key, purl_type from matchable where cpe_key is not null
    )
    ${nameCandidates(sql<SqlBool>`a.product = m.product`)}
    union all
    ${nameCandidates(sql<SqlBool>`a.product = '*' and m.product is not null`)}
    order by component_cpe`,
  );
}

/** Grouped by the type of the package URL, because it decides how versions are compared. */
function nameCandidates(isSameProduct: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    select m.ctid::text as key, used.purl_type, a.vulnerability_id, a.asserter_id, a.uuid as affected, a.cpe,
      a.version_start_including, a.version_start_excluding, a.version_end_including, a.version_end_excluding,
      m.cpe as component_cpe
    from used join matching_cpe m on m.ctid = used.key join affected_cpe a on ${isSameProduct}
    where ${mayBeSameProduct} and (m.generic_key is null or used.purl_type is not null
        or (a.key_from <= m.generic_key and (a.key_to is null or m.generic_key < a.key_to)))
      and ${isNotRejected}`;
}

/** A few milliseconds of work. */
const BLOCK_SIZE = 1_000;

async function* readInBlocks<Row>(tx: Tx, query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare candidates no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BLOCK_SIZE)} from candidates`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < BLOCK_SIZE) break;
  }
  await sql`close candidates`.execute(tx);
}

const COLUMNS = ['key', 'vulnerability_id', 'asserter_id', 'affected'] as const;

export async function addMatchedPurls(tx: Tx, matched: readonly Matched[]): Promise<void> {
  const rows = matched.map(({ key, vulnerability_id, asserter_id, affected }) => {
    return { key, vulnerability_id, asserter_id, affected };
  });
  await copyRows(tx, 'matched_purl', COLUMNS, rows);
}

export async function addMatchedNames(tx: Tx, matched: readonly (CpeCandidate & Matched)[]): Promise<void> {
  const rows = matched.map(({ key, purl_type, vulnerability_id, asserter_id, affected }) => {
    return { key, purl_type, vulnerability_id, asserter_id, affected };
  });
  await copyRows(tx, 'matched_cpe', [...COLUMNS, 'purl_type'], rows);
}

export async function analyzeMatched(tx: Tx): Promise<void> {
  await sql`analyze matchable, matched_purl, matched_cpe`.execute(tx);
}

/** All matches, for `listDifferingPortfolioProjects`. Components whose keys are missing have null for the vulnerability. */
export const reportedInPortfolio: RawBuilder<unknown> = sql`
  select c.component_id, d.vulnerability_id, d.asserter_id, d.affected
  from matchable c join matched_purl d on d.key = c.purl_key
  union all
  select c.component_id, d.vulnerability_id, d.asserter_id, d.affected
  from matchable c join matched_cpe d
    on d.key = c.cpe_key and coalesce(d.purl_type, '') = coalesce(c.purl_type, '')
  union all
  select component_id, null, null, null from matchable where lacks_keys`;
