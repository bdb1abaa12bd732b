import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { namesOf } from '../../vulnerabilities/aliases/alias-access.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';
import type { FindingFilter } from './finding-filter.ts';
import type { GroupFilter } from './finding-groups-store.ts';
import { newestCvss } from './finding-list-parts-store.ts';
import { findingsWhere } from './finding-list-store.ts';

/** Ids of the vulnerabilities of each case. */
type Cases = readonly (readonly number[])[];

export interface CaseCount {
  /** Index of the case in the list. */
  readonly position: number;
  /** A member of the case, or null for the whole case. */
  readonly id: number | null;
  readonly projects: number;
  readonly components: number;
  readonly findings: number;
}

export async function countCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: Cases,
): Promise<CaseCount[]> {
  const { rows } = await sql<CaseCount>`
    with member as materialized (${membersOf(cases)})
    select member.position, member.id, count(distinct found.project_id) as projects,
      count(distinct found.component_id) as components, count(*) as findings
    from (select f.* ${ofMembers(principal, filter)}) found join member on member.id = found.vulnerability_id
    group by grouping sets ((member.position), (member.position, member.id))`.execute(db);
  return rows;
}

export interface CaseProgress {
  /** Index of the case in the list. */
  readonly position: number;
  readonly projects: number;
  readonly findings: number;
  readonly undecided: number;
  readonly cvss: number | null;
}

/** Counts the findings of each case, and those without a decision, and finds their highest score. */
export async function countCaseProgress(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  cases: Cases,
): Promise<CaseProgress[]> {
  const is = sql<SqlBool>`f.vulnerability_id in (select member.id from member)`;
  const found = findingsWhere(principal, filter, {
    on: ['vulnerability', 'analysis'],
    conditions: [{ on: [], is }],
  });
  const { rows } = await sql<CaseProgress>`
    with member as materialized (${membersOf(cases)})
    select member.position, count(distinct found.project_id) as projects, count(*) as findings,
      count(*) filter (where found.state = 'NOT_SET') as undecided,
      max(found.cvss)::float8 as cvss
    from (
      select f.project_id, f.vulnerability_id, coalesce(a.state, 'NOT_SET') as state, ${newestCvss} as cvss ${found}
    ) found
    join member on member.id = found.vulnerability_id
    group by member.position`.execute(db);
  return rows;
}

/** Returns up to `max` findings of each case, by component. */
export async function listKeysOfCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: Cases,
  max: number,
): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    with member as materialized (${membersOf(cases)})
    select ${findingKeyOf('numbered')} from (
      select member.position, found.component_id, found.vulnerability_id,
        row_number() over (partition by member.position order by found.component_id, found.vulnerability_id) as number
      from (select f.* ${ofMembers(principal, filter)}) found join member on member.id = found.vulnerability_id
    ) numbered
    where number <= ${max} order by position, number`.execute(db);
  return rows;
}

function membersOf(cases: Cases): RawBuilder<unknown> {
  const members = cases.flatMap((ids, position) => ids.map((id) => ({ id, position })));
  return sql`select * from unnest(
    ${members.map(({ id }) => id)}::bigint[], ${members.map(({ position }) => position)}::integer[]) as member (id, position)`;
}

function ofMembers(principal: Principal, filter: GroupFilter): RawBuilder<unknown> {
  const is = sql<SqlBool>`f.vulnerability_id in (select member.id from member)`;
  return findingsWhere(principal, filter, { conditions: [{ on: [], is }] });
}

/** Returns the ids of a vulnerability and its aliases. Returns none if no such vulnerability exists. */
export async function listCaseOf(db: Db, uuid: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select same.id from vulnerability asked, lateral ${namesOf('asked')} names
    join vulnerability same on same.vuln_id = names.vuln_id and same.source = names.source
    where asked.uuid = ${uuid}`.execute(db);
  return rows.map(({ id }) => id);
}
