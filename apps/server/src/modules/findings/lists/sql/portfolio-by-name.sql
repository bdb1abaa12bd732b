select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, c.name as sorted_by
  from finding f
  join component c on c.id = f.component_id
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
  order by c.name asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $1
)) found
order by found.sorted_by asc, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $2
offset $3
-- $1: 200
-- $2: 100
-- $3: 100
