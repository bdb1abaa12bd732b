with exploited as materialized (
  select known.id
  from kev_assertion k
  join vulnerability known on known.vuln_id = k.vuln_id
    and known.source = k.source
  union
  select known.id
  from kev_assertion k
  join vulnerability_alias mine on mine.vuln_id = k.vuln_id
    and mine.source = k.source
  join vulnerability_alias other on other.group_id = mine.group_id
  join vulnerability known on known.vuln_id = other.vuln_id
    and known.source = other.source
), outdated as materialized (
  select project_id
  from project_change
  where consumer = 'finding-counts'
  union
  select f.project_id
  from rating_change
  join finding f on f.vulnerability_id = rating_change.vulnerability_id
  union
  select f.project_id
  from exploited
  full join counted_exploited counted on counted.vulnerability_id = exploited.id
  join finding f on f.vulnerability_id = coalesce(exploited.id, counted.vulnerability_id)
  where exploited.id is null
    or counted.vulnerability_id is null
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
select severity, state, source, is_suppressed, is_kev, sum(findings)::bigint as findings
from counted
group by severity, state, source, is_suppressed, is_kev
having sum(findings) > 0
-- $1: [1,2]
-- $2: [1,2]
