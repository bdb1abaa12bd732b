import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accessControlIsOn } from '../../portfolio/access/project-access.ts';

const BYPASS = 'PORTFOLIO_ACCESS_CONTROL_BYPASS';

/**
 * Lateral join `visible`: the projects that the owner of the alert in the row `alert` may see now. The owner is the teams
 * that the alert names, or its creator if it names none. A suspended or deleted creator sees no project. `sees_all` is
 * true if access control is off or the owner is exempt from it.
 */
export function alertVisibility(): RawBuilder<unknown> {
  return sql`lateral (
    select owner.team_ids,
      not ${accessControlIsOn()} or alert.is_unrestricted
        or exists (
          select from team_permission where team_id = any(owner.team_ids) and permission = ${BYPASS})
        or (not owner.is_team and exists (
          select from user_permission join app_user on app_user.id = user_permission.user_id
          where user_id = alert.created_by_user_id and permission = ${BYPASS} and not app_user.suspended)) as sees_all
    from (
      select named.team_ids <> '{}' as is_team,
        case when named.team_ids <> '{}' then named.team_ids else array(
          select team_id from team_member join app_user on app_user.id = team_member.user_id
            where user_id = alert.created_by_user_id and not app_user.suspended
          union
          select team_id from api_key_team where api_key_id = alert.created_by_api_key_id
        ) end as team_ids
      from (select array(select team_id from alert_team where alert_id = alert.id) as team_ids) as named
    ) as owner
  ) as visible`;
}

/** Whether the alert sees the project of a column. Needs the join `alertVisibility()`. */
export function alertSees(projectId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(visible.sees_all or exists (
    select from project_ancestry
    join project_access on project_access.project_id = project_ancestry.ancestor_id
    where project_ancestry.descendant_id = ${sql.ref(projectId)} and project_access.team_id = any(visible.team_ids)))`;
}
