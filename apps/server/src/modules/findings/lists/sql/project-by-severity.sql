select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "v"."severity") as sorted_by
  from finding f
  join vulnerability v on v.id = f.vulnerability_id
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
    and f.project_id = $1
    and not exists (
      select
      from finding_analysis rated
      where rated.component_id = f.component_id
        and rated.vulnerability_id = f.vulnerability_id
        and rated.severity is not null
    )
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "v"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $2
) union all (
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "a"."severity") as sorted_by
  from finding f
  left join finding_analysis a on a.component_id = f.component_id
    and a.vulnerability_id = f.vulnerability_id
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
    and f.project_id = $3
    and a.severity is not null
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "a"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $4
)) found
order by found.sorted_by asc, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $5
offset $6
-- $1: 1
-- $2: 200
-- $3: 1
-- $4: 200
-- $5: 100
-- $6: 100
