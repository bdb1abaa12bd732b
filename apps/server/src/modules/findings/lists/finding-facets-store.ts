import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { exploitedVulnerabilities } from '../../vulnerabilities/exploitation/exploited-access.ts';
import type { CountedFrom } from '../counts/choose-count.ts';
import { isInCells, withCounted } from '../counts/finding-counts-store.ts';
import { attributionAt, joinPastRatings, toInstant } from '../history/as-of-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import { earliestAttribution, effective, fixOf } from './finding-list-parts-store.ts';
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

export function countFacetCells(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  from: CountedFrom,
): Promise<FacetCell[]> {
  return from === 'counts' ? addUpFacetCells(db, principal, filter) : countEachFinding(db, principal, filter);
}

async function addUpFacetCells(db: Db, principal: Principal, filter: FindingFilter): Promise<FacetCell[]> {
  const { rows } = await sql<FacetCell>`
    ${withCounted(principal, filter, true)}
    select severity, state, source, is_suppressed, is_kev, sum(findings)::bigint as findings
    from counted group by severity, state, source, is_suppressed, is_kev having sum(findings) > 0`.execute(
    db,
  );
  return rows;
}

/**
 * Counts findings once for all facets. Findings are aggregated by vulnerability first, so that each vulnerability is
 * joined once and not once for each finding.
 */
async function countEachFinding(db: Db, principal: Principal, filter: FindingFilter): Promise<FacetCell[]> {
  const found = findingsWhere(principal, filter, { on: ['analysis'] });
  const { rows } = await sql<FacetCell>`
    with exploited as materialized ${exploitedVulnerabilities}
    select ${effective.severity} as severity, coalesce(a.state, 'NOT_SET') as state, v.source,
      coalesce(a.is_suppressed, false) as is_suppressed, exploited.id is not null as is_kev,
      sum(a.findings)::bigint as findings
    from (
      select f.vulnerability_id, a.severity, a.state, a.is_suppressed, count(*) as findings
      ${found} group by f.vulnerability_id, a.severity, a.state, a.is_suppressed
    ) a join ${vulnerabilities(filter.asOf)} v on v.id = a.vulnerability_id left join exploited on exploited.id = v.id
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/** With the severities of that time. */
function vulnerabilities(asOf: Date | undefined): RawBuilder<unknown> {
  if (!asOf) return sql`vulnerability`;
  return sql`(
    select known.id, known.source, coalesce(rated.severity, known.severity) as severity
    from vulnerability known ${joinPastRatings('known', toInstant(asOf))})`;
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
  from: CountedFrom,
  max: number,
): Promise<ProjectCount[]> {
  const { first, select } = countPerProject(principal, filter, from);
  const { rows } = await sql<ProjectCount>`
    ${first} select owner.uuid, owner.name, owner.version, most.findings
    from (${select} order by findings desc, project_id limit ${max}) most
    join project owner on owner.id = most.project_id
    order by most.findings desc, owner.id`.execute(db);
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
  from: CountedFrom,
  max: number,
): Promise<TagCount[]> {
  const { first, select } = countPerProject(principal, filter, from);
  const { rows } = await sql<TagCount>`
    ${first} select tag.name, sum(of_project.findings)::bigint as findings
    from (${select}) of_project
    join project_tag tagged on tagged.project_id = of_project.project_id
    join tag on tag.id = tagged.tag_id
    group by tag.name order by findings desc, tag.name limit ${max}`.execute(db);
  return rows;
}

export interface FixCount {
  readonly findings: number;
  readonly available: number;
}

/** Counts the first `max` findings, and those of them with a known fixed version. */
export async function loadFixCount(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max: number,
): Promise<FixCount | undefined> {
  const { rows } = await sql<FixCount>`
    with f as materialized (
      select f.component_id, f.vulnerability_id ${findingsWhere(principal, filter)} limit ${max}
    )
    select count(*) as findings, count(*) filter (where ${fixOf} is not null) as available
    from f left join ${filter.asOf ? attributionAt('f', toInstant(filter.asOf)) : earliestAttribution('f')} at on true`.execute(
    db,
  );
  return rows[0];
}

/** A query, and the common table expressions that it needs. */
interface Counting {
  readonly first: RawBuilder<unknown>;
  readonly select: RawBuilder<unknown>;
}

function countPerProject(principal: Principal, filter: FindingFilter, from: CountedFrom): Counting {
  if (from === 'findings') {
    const found = findingsWhere(principal, filter);
    return {
      first: sql``,
      select: sql`select f.project_id, count(*) as findings ${found} group by f.project_id`,
    };
  }
  return {
    first: withCounted(principal, filter, filter.isKev !== undefined),
    select: sql`select counted.project_id, sum(counted.findings)::bigint as findings from counted
      where ${isInCells(filter)} group by counted.project_id having sum(counted.findings) > 0`,
  };
}
