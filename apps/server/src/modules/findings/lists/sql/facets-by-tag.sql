select tag.name, sum(of_project.findings)::bigint as findings
from (
  select f.project_id, count(*) as findings
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
  group by f.project_id
) of_project
join project_tag tagged on tagged.project_id = of_project.project_id
join tag on tag.id = tagged.tag_id
group by tag.name
order by findings desc, tag.name
limit $2
-- $1: [1,2]
-- $2: 50
