import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { changedProjects } from '../../project-changes/changed-projects-access.ts';
import { mayAccess } from '../access/project-access.ts';

/** Key of the advisory lock that serialises updates of counts. */
const COUNTS_LOCK = 7_404_057;

/** Held until the transaction ends. */
export async function lockLicenseCounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${COUNTS_LOCK})`.execute(tx);
}

/** Counts the components of projects again. Projects that no longer exist have none. */
export async function replaceLicenseCounts(tx: Tx, projectIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...projectIds]}::bigint[])`;
  await sql`delete from license_count where project_id = ${ids}`.execute(tx);
  await sql`
    insert into license_count (project_id, license_id, license_expression, components)
    ${countComponents(sql<SqlBool>`component.project_id = ${ids}`)}`.execute(tx);
}

/**
 * Common table expressions, the last of which is `used`: the number of components by licence and expression, in active
 * projects that the principal may see. Counts of outdated projects are made now, in the same statement.
 */
export function withLicenseCounts(principal: Principal): RawBuilder<unknown> {
  const visible = sql`select project.id from project where project.inactive_since is null
    and ${mayAccess(principal, 'project.id')}`;
  // An array, so that the planner expects few projects and reads the components of those only.
  const isOutdated = sql<SqlBool>`component.project_id = any(array(select outdated.project_id from outdated))`;
  return sql`
    outdated as materialized (${changedProjects('license-counts')}),
    used as (
      select known.license_id, known.license_expression, sum(known.components) as components
      from (
        select * from license_count
        where not exists (select from outdated where outdated.project_id = license_count.project_id)
        union all ${countComponents(isOutdated)}
      ) as known
      where known.project_id in (${visible})
      group by known.license_id, known.license_expression
    )`;
}

function countComponents(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    select component.project_id, component.license_id, component.license_expression, count(*) as components
    from component
    where component.removed_at is null
      and (component.license_id is not null or component.license_expression is not null) and ${condition}
    group by component.project_id, component.license_id, component.license_expression`;
}
