select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, ranked.value as sorted_by
  from finding f
  join (
    select id, value
    from (
      select id, title as value
      from vulnerability
    ) vulnerabilities
    order by value asc nulls last, id asc
    offset 0
  ) ranked on ranked.id = f.vulnerability_id
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
    and true
    and p.inactive_since is null
  order by ranked.value asc nulls last, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $1
)) found
order by found.sorted_by asc nulls last, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $2
offset $3
-- $1: 200
-- $2: 100
-- $3: 100
