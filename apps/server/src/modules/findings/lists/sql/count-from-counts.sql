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
    and true
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
    and true
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
select coalesce(sum(counted.findings), 0)::bigint as total
from counted
where true
  and not counted.is_suppressed
