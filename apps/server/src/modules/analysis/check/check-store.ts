import { SEVERITIES, type Severity } from '@tallyman/contract';
import { sql } from 'kysely';
import { copyIn } from '../../../platform/db/copy-in.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { MATCHING_CPE_COLUMNS } from '../match/to-matching-cpe.ts';
import { MATCHING_PURL_COLUMNS } from '../match/to-matching-purl.ts';
import type { CheckedLines } from './check-task.ts';
import { CHECKED_COMPONENT_COLUMNS } from './checked-columns.ts';
import type { Fitness } from './checked-rows.ts';

/**
 * Temporary tables of the connection, emptied at the end of each transaction. They replace `component`, `matching_purl`
 * and `matching_cpe`, so their columns have the same collations.
 */
const TABLES = `do $do$ begin
  create temp table if not exists checked_component (
    id integer primary key, identity_hash bigint not null, fitness text not null, bom_ref text, name text not null,
    group_name text, version text, purl text, purl_coordinates text, purl_with_source text, cpe text, swid_tag_id text,
    classifier text not null, scope text
  ) on commit delete rows;
  create temp table if not exists checked_purl (
    purl text collate "C" not null, given_version text collate "C" not null, is_source boolean not null,
    coordinates text not null,
    package text collate "C", purl_type text, version text, scheme text, version_key bytea, generic_key bytea,
    distro text
  ) on commit delete rows;
  create temp table if not exists checked_cpe (
    cpe text collate "C" not null, part text collate "C", vendor text collate "C", product text collate "C",
    generic_key bytea
  ) on commit delete rows;
end $do$`;

/** Call this after `openReports`. Makes the transaction read-only, except for temporary tables. */
export async function openCheck(tx: Tx): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pg_temp.checked_cpe') is not null as exists,
      set_config('random_page_cost', '1.1', true)`.execute(tx);
  if (!rows[0]?.exists) await sql.raw(TABLES).execute(tx);
  await sql`set transaction read only`.execute(tx);
}

export async function copyChecked(tx: Tx, { components, purls, cpes }: CheckedLines): Promise<void> {
  await copyLines(tx, 'checked_component', CHECKED_COMPONENT_COLUMNS, components);
  await copyLines(tx, 'checked_purl', MATCHING_PURL_COLUMNS, purls);
  await copyLines(tx, 'checked_cpe', MATCHING_CPE_COLUMNS, cpes);
}

async function copyLines(tx: Tx, table: string, columns: readonly string[], lines: Uint8Array) {
  if (lines.length === 0) return;
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, once(lines));
}

async function* once(lines: Uint8Array): AsyncGenerator<Uint8Array> {
  yield lines;
}

/** Gives the planner the number of rows. */
export async function analyzeChecked(tx: Tx): Promise<void> {
  await sql`analyze checked_component, checked_purl, checked_cpe`.execute(tx);
}

/** Keeps the first of components with the same identity, as an upload does. */
export async function dropSameComponents(tx: Tx): Promise<void> {
  await sql`
    delete from checked_component where id in (
      select id from (
        select id, row_number() over (
          partition by identity_hash, classifier, name, group_name, version, purl, cpe, swid_tag_id order by id) as nth
        from checked_component
        where identity_hash in (
          select identity_hash from checked_component group by identity_hash having count(*) > 1)
      ) as same where nth > 1)`.execute(tx);
}

export interface FitnessCount {
  readonly fitness: Fitness;
  readonly components: number;
}

export async function countComponents(db: Db): Promise<FitnessCount[]> {
  const { rows } = await sql<FitnessCount>`
    select fitness, count(*) as components from checked_component group by fitness`.execute(db);
  return rows;
}

const severityRank = sql`array_position(${sql.lit(`{${SEVERITIES.join()}}`)}::text[], v.severity)`;

/** If several statements match, the one that a finding would name, see report-store.ts. */
const matched = sql`
  select distinct on (r.component_id, r.vulnerability_id)
    r.component_id, r.vulnerability_id, r.identifier, r.asserter_id, r.affected
  from reported_finding r join checked_component c on c.id = r.component_id
  order by r.component_id, r.vulnerability_id, r.identifier desc, r.asserter_id, r.affected`;

/**
 * One row per component and vulnerability. Of aliases, the most severe represents all, so that a severity threshold misses
 * none; `records` lists all of them.
 */
const found = sql`
  select distinct on (m.component_id, m.names) m.*,
    jsonb_agg(jsonb_build_object('source', m.source, 'vulnId', m.vuln_id, 'severity', m.severity))
      over (partition by m.component_id, m.names) as records
  from (
    select m.*, v.severity, v.source, v.vuln_id, ${severityRank} as rank,
      coalesce(alias.group_id, -v.id) as names
    from (${matched}) m join vulnerability v on v.id = m.vulnerability_id
    left join vulnerability_alias alias on alias.vuln_id = v.vuln_id and alias.source = v.source) m
  order by m.component_id, m.names, m.rank, m.source, m.vuln_id`;

export interface SeverityCount {
  readonly severity: Severity;
  readonly findings: number;
}

export async function countFound(db: Db): Promise<SeverityCount[]> {
  const { rows } = await sql<SeverityCount>`
    select f.severity, count(*) as findings from (${found}) f group by f.severity`.execute(db);
  return rows;
}

export async function countAffected(db: Db): Promise<number> {
  const { rows } = await sql<{ components: number }>`
    select count(distinct c.id) as components
    from reported_finding r join checked_component c on c.id = r.component_id`.execute(db);
  return rows[0]?.components ?? 0;
}

export interface FoundRow {
  readonly vulnerability_id: number;
  readonly source: string;
  readonly vuln_id: string;
  /** All matching records of the vulnerability, including this one. */
  readonly records: readonly {
    readonly source: string;
    readonly vulnId: string;
    readonly severity: Severity;
  }[];
  readonly identifier: 'PURL' | 'CPE';
  readonly asserter: string;
  readonly affected: string;
  readonly bom_ref: string | null;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly scope: string | null;
}

/** Yields blocks, most severe first. */
export async function* listFound(tx: Tx, block: number): AsyncGenerator<FoundRow[]> {
  await sql`
    declare found_in_check no scroll cursor for
    select f.vulnerability_id, f.source, f.vuln_id, f.records, f.identifier, asserter.name as asserter, f.affected,
      c.bom_ref, c.name, c.group_name, c.version, c.purl, c.cpe, c.scope
    from (${found}) f join checked_component c on c.id = f.component_id
    join vulnerability_asserter asserter on asserter.id = f.asserter_id
    order by f.rank, f.vuln_id, f.source, c.id`.execute(tx);
  for (;;) {
    const { rows } = await sql<FoundRow>`fetch ${sql.lit(block)} from found_in_check`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < block) break;
  }
  await sql`close found_in_check`.execute(tx);
}
