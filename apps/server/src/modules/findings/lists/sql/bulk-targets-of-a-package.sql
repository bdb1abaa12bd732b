select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId",
    f.project_id as "projectId"
from finding f
join project p on p.id = f.project_id
where f.inactive_since is null
  and not exists (
    select
    from component gone
    where gone.id = f.component_id
      and gone.removed_at is not null
  )
  and not exists (
    select
    from finding_analysis hidden
    where hidden.component_id = f.component_id
      and hidden.vulnerability_id = f.vulnerability_id
      and hidden.is_suppressed
  )
  and (not exists (
    select
    from setting
    where setting.group_name = 'access-management'
      and setting.name = 'acl.enabled'
      and setting.value = 'true'
  ) or exists (
    select
    from project_ancestry
    join project_access on project_access.project_id = project_ancestry.ancestor_id
    where project_ancestry.descendant_id = "p"."id"
      and project_access.team_id = any ($1::bigint[])
  ))
  and p.inactive_since is null
  and f.component_id in (
    select same.id
    from component same
    where same.purl_coordinates = $2
      and same.version is not distinct from $3
      and same.removed_at is null
  )
  and (f.component_id, f.vulnerability_id) > ($4, $5)
order by f.component_id, f.vulnerability_id
limit $6
-- $1: [1,2]
-- $2: "pkg:npm/acme@1.0"
-- $3: "1.0"
-- $4: 1
-- $5: 1
-- $6: 2001
