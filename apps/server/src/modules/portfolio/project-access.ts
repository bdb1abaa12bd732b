import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';

/** Portfolio access control is off unless the setting says `true`. */
export function accessControlIsOn(): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from setting
    where setting.group_name = 'access-management' and setting.name = 'acl.enabled' and setting.value = 'true'
  )`;
}

/**
 * Whether a principal may see the project whose id stands in `projectId` (a column, such as `project.id`):
 * access control is off, or the principal is exempt from it, or one of its teams is mapped to the project or
 * to any ancestor. Every query on projects carries it, so that nothing is filtered or checked afterwards.
 */
export function mayAccess(principal: Principal, projectId: string): RawBuilder<SqlBool> {
  if (seesEverything(principal)) return sql<SqlBool>`true`;
  return sql<SqlBool>`(not ${accessControlIsOn()} or exists (
    select from project_ancestry
    join project_access on project_access.project_id = project_ancestry.ancestor_id
    where project_ancestry.descendant_id = ${sql.ref(projectId)}
      and project_access.team_id = any(${[...principal.teamIds]}::bigint[])
  ))`;
}

/** Principals of the same scope see the same projects. */
export function accessScope(principal: Principal): string {
  return seesEverything(principal) ? 'all' : principal.teamIds.toSorted((a, b) => a - b).join();
}

/** For operations that manage access itself: whoever manages all of it sees every project there. */
export function asAccessManager(principal: Principal): Principal {
  if (!principal.permissions.has('ACCESS_MANAGEMENT')) return principal;
  return {
    ...principal,
    permissions: new Set([...principal.permissions, 'PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  };
}

/** Whether access control never hides a project from the principal. */
export function seesEverything(principal: Principal): boolean {
  return principal.permissions.has('PORTFOLIO_ACCESS_CONTROL_BYPASS');
}
