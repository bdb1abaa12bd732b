import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { FindingFilter } from './finding-filter.ts';
import { effective, exploitedVulnerabilities } from './finding-list-parts-store.ts';
import { findingsWhere } from './finding-list-store.ts';

/** The number of findings that have the same values in every facet. */
export interface FacetCell {
  readonly severity: string;
  readonly state: string;
  readonly source: string;
  readonly is_suppressed: boolean;
  readonly is_kev: boolean;
  readonly findings: number;
}

/**
 * Counts findings once for all facets. Findings are aggregated by vulnerability first, so that each vulnerability is
 * joined once and not once for each finding.
 */
export async function countFacetCells(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): Promise<FacetCell[]> {
  const found = findingsWhere(principal, filter, { on: ['analysis'] });
  const { rows } = await sql<FacetCell>`
    with exploited as materialized ${exploitedVulnerabilities}
    select ${effective.severity} as severity, coalesce(a.state, 'NOT_SET') as state, v.source,
      coalesce(a.is_suppressed, false) as is_suppressed, exploited.id is not null as is_kev,
      sum(a.findings)::bigint as findings
    from (
      select f.vulnerability_id, a.severity, a.state, a.is_suppressed, count(*) as findings
      ${found} group by f.vulnerability_id, a.severity, a.state, a.is_suppressed
    ) a join vulnerability v on v.id = a.vulnerability_id left join exploited on exploited.id = v.id
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

export interface ProjectCount {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly findings: number;
}

/** The projects with the most findings first. */
export async function countByProject(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max: number,
): Promise<ProjectCount[]> {
  const { rows } = await sql<ProjectCount>`
    select owner.uuid, owner.name, owner.version, counted.findings
    from (${perProject(principal, filter)} order by findings desc, f.project_id limit ${max}) counted
    join project owner on owner.id = counted.project_id
    order by counted.findings desc, owner.id`.execute(db);
  return rows;
}

export interface TagCount {
  readonly name: string;
  readonly findings: number;
}

/** The tags of projects with the most findings first. */
export async function countByTag(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max: number,
): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag.name, sum(counted.findings)::bigint as findings
    from (${perProject(principal, filter)}) counted
    join project_tag tagged on tagged.project_id = counted.project_id
    join tag on tag.id = tagged.tag_id
    group by tag.name order by findings desc, tag.name limit ${max}`.execute(db);
  return rows;
}

function perProject(principal: Principal, filter: FindingFilter): RawBuilder<unknown> {
  return sql`select f.project_id, count(*) as findings ${findingsWhere(principal, filter)} group by f.project_id`;
}
