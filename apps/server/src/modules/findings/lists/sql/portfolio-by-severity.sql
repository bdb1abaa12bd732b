select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "v"."severity") as sorted_by
  from finding f
  join project p on p.id = f.project_id
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
    and true
    and p.inactive_since is null
    and not exists (
      select
      from finding_analysis rated
      where rated.component_id = f.component_id
        and rated.vulnerability_id = f.vulnerability_id
        and rated.severity is not null
    )
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "v"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $1
) union all (
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "a"."severity") as sorted_by
  from finding f
  join project p on p.id = f.project_id
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
    and true
    and p.inactive_since is null
    and a.severity is not null
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "a"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $2
)) found
order by found.sorted_by asc, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $3
offset $4
-- $1: 200
-- $2: 200
-- $3: 100
-- $4: 100
