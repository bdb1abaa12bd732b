with exploited as materialized (
  select null::bigint as id
  where false
), outdated as materialized (
  select project_id
  from project_change
  where consumer = 'finding-counts'
  union
  select f.project_id
  from rating_change
  join finding f on f.vulnerability_id = rating_change.vulnerability_id
), counted as (
  select "f"."project_id", "f"."severity", "f"."state", "f"."source", "f"."is_suppressed", "f"."is_kev",
      f.findings
  from finding_count f
  join project p on p.id = f.project_id
  where not exists (
    select
    from outdated
    where outdated.project_id = f.project_id
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
  union all
  select f.project_id, coalesce(a.severity, v.severity) as severity, coalesce(a.state, 'NOT_SET') as state,
      v.source, coalesce(a.is_suppressed, false) as is_suppressed, f.vulnerability_id in (
    select exploited.id
    from exploited
  ) as is_kev, count(*) as findings
  from finding f
  join project p on p.id = f.project_id
  join vulnerability v on v.id = f.vulnerability_id
  left join finding_analysis a on a.component_id = f.component_id
    and a.vulnerability_id = f.vulnerability_id
  where f.inactive_since is null
    and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at is not null
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
        and project_access.team_id = any ($2::bigint[])
    ))
    and p.inactive_since is null
    and f.project_id = any (array(
      select outdated.project_id
      from outdated
    ))
    and (
      select count(*) > 0
      from outdated
    )
  group by 1, 2, 3, 4, 5, 6
)
select tag.name, sum(of_project.findings)::bigint as findings
from (
  select counted.project_id, sum(counted.findings)::bigint as findings
  from counted
  where true
    and not counted.is_suppressed
  group by counted.project_id
  having sum(counted.findings) > 0
) of_project
join project_tag tagged on tagged.project_id = of_project.project_id
join tag on tag.id = tagged.tag_id
group by tag.name
order by findings desc, tag.name
limit $3
-- $1: [1,2]
-- $2: [1,2]
-- $3: 50
