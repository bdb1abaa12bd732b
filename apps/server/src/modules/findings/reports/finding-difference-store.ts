import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** A query for `component_id`, `vulnerability_id`, `asserter_id` and `affected` of all reports. */
export type ReportedQuery = RawBuilder<unknown>;

/**
 * Stages reports without an attribution for the same reason, and attributions without a report. Forces one hash join
 * over all rows: nested loops would take many times as long. `offset 0` makes the planner parse the evidence before it
 * hashes.
 */
async function stageDifferences(
  tx: Tx,
  reported: ReportedQuery,
  analyzers: readonly string[],
): Promise<void> {
  await setRowJoins(tx, 'off');
  await sql`
    create temp table finding_difference on commit drop as
    select coalesce(r.component_id, t.component_id) as component_id,
      coalesce(r.vulnerability_id, t.vulnerability_id) as vulnerability_id, r.component_id is null as is_outdated
    from (${reported}) r full join (
      select t.component_id, t.vulnerability_id, (t.evidence ->> 'affected')::uuid as affected,
        case when t.analyzer = 'internal' then asserter.id end as asserter_id
      from finding_attribution t left join vulnerability_asserter asserter on asserter.name = t.evidence ->> 'asserter'
      where t.analyzer = any(${[...analyzers]}::text[]) and t.deleted_at is null
      offset 0
    ) t on t.component_id = r.component_id and t.vulnerability_id = r.vulnerability_id
      and t.affected = r.affected and t.asserter_id = r.asserter_id
    where r.component_id is null or t.component_id is null`.execute(tx);
  await setRowJoins(tx, 'on');
  await sql`analyze finding_difference`.execute(tx);
}

async function setRowJoins(tx: Tx, rowByRow: 'on' | 'off'): Promise<void> {
  await sql`
    select set_config('enable_mergejoin', ${rowByRow}, true), set_config('enable_nestloop', ${rowByRow}, true)`.execute(
    tx,
  );
}

/** Ignores findings that are attributed for another reason that still holds. */
export async function listDifferingProjects(
  tx: Tx,
  reported: ReportedQuery,
  analyzers: readonly string[],
): Promise<number[]> {
  await stageDifferences(tx, reported, analyzers);
  const { rows } = await sql<{ project_id: number }>`
    select c.project_id from finding_difference d join component c on c.id = d.component_id and c.removed_at is null
    where d.is_outdated
    union
    select c.project_id from finding_difference d join component c on c.id = d.component_id and c.removed_at is null
    where not d.is_outdated and not exists (
      select from finding_attribution t
      where t.component_id = d.component_id and t.vulnerability_id = d.vulnerability_id
        and t.analyzer = 'internal' and t.deleted_at is null)`.execute(tx);
  return rows.map((row) => row.project_id);
}
