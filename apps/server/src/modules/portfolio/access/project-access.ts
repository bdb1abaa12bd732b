import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';

/** Portfolio access control is off unless the setting says `true`. */
export function accessControlIsOn(): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from setting
    where setting.group_name = 'access-management' and setting.name = 'acl.enabled' and setting.value = 'true'
  )`;
}

/**
 * Whether a principal may see the project whose id is in the column `projectId`, such as `project.id`: portfolio access
 * control is off, the principal bypasses it, or one of its teams is mapped to the project or to an ancestor. Every query
 * on projects contains this predicate, so no result is filtered afterwards.
 */
export function mayAccess(principal: Principal, projectId: string): RawBuilder<SqlBool> {
  if (principal.onlyProjects) {
    const { onlyProjects, ...unlimited } = principal;
    return sql<SqlBool>`(${isBelow(onlyProjects, projectId)} and ${mayAccess(unlimited, projectId)})`;
  }
  if (seesEverything(principal)) return sql<SqlBool>`true`;
  return sql<SqlBool>`(not ${accessControlIsOn()} or exists (
    select from project_ancestry
    join project_access on project_access.project_id = project_ancestry.ancestor_id
    where project_ancestry.descendant_id = ${sql.ref(projectId)}
      and project_access.team_id = any(${[...principal.teamIds]}::bigint[])
  ))`;
}

/** Whether the project is one of the given ones or a descendant. */
function isBelow(projectIds: readonly number[], projectId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from project_ancestry
    where project_ancestry.descendant_id = ${sql.ref(projectId)}
      and project_ancestry.ancestor_id = any(${[...projectIds]}::bigint[])
  )`;
}

/** Whether a principal may see every project. */
export function mayAccessAll(principal: Principal): RawBuilder<SqlBool> {
  if (principal.onlyProjects) return sql<SqlBool>`false`;
  return seesEverything(principal) ? sql<SqlBool>`true` : sql<SqlBool>`not ${accessControlIsOn()}`;
}

/** A cache key: principals with the same scope see the same projects. */
export function accessScope(principal: Principal): string {
  const { teamIds, onlyProjects } = principal;
  const limit = onlyProjects ? ` only ${onlyProjects.toSorted((a, b) => a - b).join()}` : '';
  return (seesEverything(principal) ? 'all' : teamIds.toSorted((a, b) => a - b).join()) + limit;
}

/** For operations that manage access: a principal with ACCESS_MANAGEMENT sees every project. */
export function asAccessManager(principal: Principal): Principal {
  if (!principal.permissions.has('ACCESS_MANAGEMENT')) return principal;
  return {
    ...principal,
    permissions: new Set([...principal.permissions, 'PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  };
}

/** Whether the principal bypasses portfolio access control. */
export function seesEverything(principal: Principal): boolean {
  return !principal.onlyProjects && principal.permissions.has('PORTFOLIO_ACCESS_CONTROL_BYPASS');
}
