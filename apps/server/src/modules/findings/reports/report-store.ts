import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';

export interface ChangedFinding extends ProjectFinding {
  readonly isSuppressed: boolean;
}

/** What was analysed. Findings outside stay unchanged. With both members, findings must be in both. */
export interface FindingScope {
  readonly projectIds?: readonly number[] | undefined;
  readonly vulnerabilityIds?: readonly number[] | undefined;
}

/** Temporary tables of the connection, emptied at the end of each transaction. See record-findings.ts. */
const STAGING_TABLES = `do $do$ begin
  create temp table if not exists reported_finding (
    component_id bigint not null,
    vulnerability_id bigint not null,
    analyzer text not null default 'internal',
    identifier text,
    asserter_id smallint,
    affected uuid,
    alternate_identifier text,
    reference_url text
  ) on commit delete rows;
  create index if not exists reported_finding_by_finding on reported_finding (component_id, vulnerability_id);
  create temp table if not exists outdated_attribution (
    component_id bigint not null,
    vulnerability_id bigint not null,
    analyzer text not null,
    project_id bigint not null
  ) on commit delete rows;
  create index if not exists outdated_attribution_by_finding
    on outdated_attribution (component_id, vulnerability_id);
end $do$`;

export async function createStagingTables(tx: Tx): Promise<void> {
  await sql`
    select set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
      set_config('client_min_messages', 'warning', true)`.execute(tx);
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pg_temp.outdated_attribution') is not null as exists`.execute(tx);
  if (!rows[0]?.exists) await sql.raw(STAGING_TABLES).execute(tx);
}

export async function truncateStagingTables(tx: Tx): Promise<void> {
  await sql`truncate reported_finding, outdated_attribution`.execute(tx);
}

/**
 * Right after an import the planner has no statistics of the new rows. So the statements in this file are written for
 * index lookups row by row, which perform well for few rows and for many.
 */
export async function analyzeStagingTables(tx: Tx): Promise<void> {
  await sql`analyze reported_finding`.execute(tx);
}

const inScope = (scope: FindingScope): RawBuilder<SqlBool> =>
  sql<SqlBool>`${among('f.project_id', scope.projectIds)} and ${among('f.vulnerability_id', scope.vulnerabilityIds)}`;

function among(column: string, ids: readonly number[] | undefined): RawBuilder<SqlBool> {
  return ids === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
}

/** Null for analyzers other than the internal one. */
const evidence = sql`case when r.affected is null then null else
  jsonb_build_object('identifier', r.identifier, 'asserter', asserter.name, 'affected', r.affected) end`;

const ofAsserter = sql`left join vulnerability_asserter asserter on asserter.id = r.asserter_id`;

/** If several statements match, prefers package URL over CPE, then the first asserter. */
const orderOfEvidence = sql`
  order by r.component_id, r.vulnerability_id, r.analyzer, r.identifier desc, r.asserter_id, r.affected`;

const unattributed = sql<SqlBool>`not exists (
  select from finding_attribution t
  where t.component_id = r.component_id and t.vulnerability_id = r.vulnerability_id
    and t.analyzer = r.analyzer and t.deleted_at is null)`;

/** Writes findings that are new or active again, in these projects or in all. Returns them. */
export async function insertReported(
  tx: Tx,
  now: Date,
  projectIds?: readonly number[],
): Promise<(ChangedFinding & { readonly created: boolean })[]> {
  const { rows } = await sql<ChangedFinding & { readonly created: boolean }>`
    with added as materialized (
      select distinct on (r.component_id, r.vulnerability_id, r.analyzer)
        r.component_id, r.vulnerability_id, r.analyzer, r.alternate_identifier, r.reference_url, c.project_id,
        ${evidence} as evidence
      from reported_finding r join component c on c.id = r.component_id and c.removed_at is null ${ofAsserter}
      where ${unattributed} and ${among('c.project_id', projectIds)}
      ${orderOfEvidence}
    ), attributed as (
      insert into finding_attribution
        (component_id, vulnerability_id, analyzer, attributed_at, alternate_identifier, reference_url, evidence)
      select component_id, vulnerability_id, analyzer, ${now}::timestamptz, alternate_identifier, reference_url, evidence
      from added
      on conflict (component_id, vulnerability_id, analyzer) do update
      set attributed_at = excluded.attributed_at, alternate_identifier = excluded.alternate_identifier,
        reference_url = excluded.reference_url, evidence = excluded.evidence, deleted_at = null
    ), found as (
      insert into finding (component_id, vulnerability_id, project_id, first_seen)
      select distinct component_id, vulnerability_id, project_id, ${now}::timestamptz from added
      on conflict (component_id, vulnerability_id) do update
      set inactive_since = null, active_since = excluded.first_seen
      where finding.inactive_since is not null
      returning component_id, vulnerability_id, project_id, xmax = 0 as created
    )
    select ${findingKeyOf('found')}, found.project_id as "projectId", found.created, coalesce(a.is_suppressed, false) as "isSuppressed"
    from found left join finding_analysis a
      on a.component_id = found.component_id and a.vulnerability_id = found.vulnerability_id
    order by found.component_id, found.vulnerability_id`.execute(tx);
  return rows;
}

/** Uses the partial index of removed components, which is small, without reading the component. */
const isComponentPresent = sql<SqlBool>`not exists (
  select from component gone where gone.id = f.component_id and gone.removed_at is not null)`;

/** Attributions in the scope that are not reported, or not for the same reason. */
function outdated(scope: FindingScope, analyzers: readonly string[]): RawBuilder<unknown> {
  return sql`
    select t.component_id, t.vulnerability_id, t.analyzer, f.project_id
    from finding f
    join finding_attribution t on t.component_id = f.component_id and t.vulnerability_id = f.vulnerability_id
    where ${inScope(scope)} and ${isComponentPresent} and t.analyzer = any(${[...analyzers]}::text[]) and t.deleted_at is null
      and not exists (
        select from reported_finding r left join vulnerability_asserter asserter on asserter.id = r.asserter_id
        where r.component_id = t.component_id and r.vulnerability_id = t.vulnerability_id
          and r.analyzer = t.analyzer
          and coalesce(r.affected::text, '') = coalesce(t.evidence ->> 'affected', '')
          and coalesce(asserter.name, '') = coalesce(t.evidence ->> 'asserter', ''))`;
}

/**
 * Stages outdated attributions. Returns whether there are any. Uses a table because the planner has no statistics of a
 * subquery and would scan it for each row.
 */
export async function stageOutdated(
  tx: Tx,
  scope: FindingScope,
  analyzers: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into outdated_attribution (component_id, vulnerability_id, analyzer, project_id)
    ${outdated(scope, analyzers)}`.execute(tx);
  if (!numAffectedRows) return false;
  await sql`analyze outdated_attribution`.execute(tx);
  return true;
}

const isReported = sql<SqlBool>`exists (
  select from reported_finding r
  where r.component_id = o.component_id and r.vulnerability_id = o.vulnerability_id and r.analyzer = o.analyzer)`;

/** Updates the evidence of attributions that are now reported for another reason. */
export async function updateEvidence(tx: Tx): Promise<void> {
  await sql`
    with still as materialized (
      select distinct on (r.component_id, r.vulnerability_id, r.analyzer)
        r.component_id, r.vulnerability_id, r.analyzer, ${evidence} as evidence
      from reported_finding r ${ofAsserter}
      where exists (
        select from outdated_attribution o where o.component_id = r.component_id
          and o.vulnerability_id = r.vulnerability_id and o.analyzer = r.analyzer)
      ${orderOfEvidence}
    )
    update finding_attribution t set evidence = still.evidence
    from still
    where t.component_id = still.component_id and t.vulnerability_id = still.vulnerability_id
      and t.analyzer = still.analyzer`.execute(tx);
}

/** Deletes unreported attributions. Findings without any other attribution become inactive; returns them. */
export async function retractUnreported(tx: Tx, now: Date): Promise<ChangedFinding[]> {
  const { rows } = await sql<ChangedFinding>`
    with dropped as (
      update finding_attribution t set deleted_at = ${now}
      from outdated_attribution o
      where t.component_id = o.component_id and t.vulnerability_id = o.vulnerability_id
        and t.analyzer = o.analyzer and t.deleted_at is null and not ${isReported}
    ), retracted as (
      update finding f set inactive_since = ${now}
      from (
        select o.component_id, o.vulnerability_id, count(*) as attributions
        from outdated_attribution o where not ${isReported}
        group by o.component_id, o.vulnerability_id
      ) as gone
      where f.component_id = gone.component_id and f.vulnerability_id = gone.vulnerability_id
        and f.inactive_since is null and gone.attributions = (
          select count(*) from finding_attribution t
          where t.component_id = f.component_id and t.vulnerability_id = f.vulnerability_id
            and t.deleted_at is null)
      returning f.component_id, f.vulnerability_id, f.project_id
    )
    select ${findingKeyOf('retracted')}, retracted.project_id as "projectId", coalesce(a.is_suppressed, false) as "isSuppressed"
    from retracted left join finding_analysis a
      on a.component_id = retracted.component_id and a.vulnerability_id = retracted.vulnerability_id
    order by retracted.component_id, retracted.vulnerability_id`.execute(tx);
  return rows;
}

/** Returns the projects with reports that are not attributed yet, or with outdated attributions. */
export async function listProjectsToChange(db: Db): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select c.project_id
    from reported_finding r join component c on c.id = r.component_id and c.removed_at is null
    where ${unattributed}
    union
    select project_id from outdated_attribution
    order by project_id`.execute(db);
  return rows.map((row) => row.project_id);
}

/** Unstages the outdated attributions of all other projects. */
export async function unstageOtherProjects(tx: Tx, besides: readonly number[]): Promise<void> {
  await sql`delete from outdated_attribution where project_id <> all(${[...besides]}::bigint[])`.execute(tx);
}

/** Returns the id of the oldest transaction that may still be running. */
export async function getOldestTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as oldest`.execute(db);
  return rows[0]?.oldest ?? '0';
}

/** Whether a staged component may have been written by that transaction or a later one. */
export async function mayHaveChanged(db: Db, oldest: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from component c
      where c.id in (select component_id from reported_finding union select component_id from outdated_attribution)
        and age(c.xmin) <= age(${oldest}::xid)
    ) as changed`.execute(db);
  return rows[0]?.changed ?? true;
}

/** Returns the active, unsuppressed findings of components that an import created. */
export async function listOfNewComponents(
  db: Db,
  projectId: number,
  importedAt: Date,
): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    select ${findingKeyOf('f')}
    from component c join finding f on f.component_id = c.id
    where c.project_id = ${projectId} and c.removed_at is null and c.created_at = ${importedAt}
      and f.inactive_since is null and not exists (
      select from finding_analysis a
      where a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id and a.is_suppressed)
    order by f.component_id, f.vulnerability_id`.execute(db);
  return rows;
}
