select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId"
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
  and true
  and p.inactive_since is null
order by f.component_id, f.vulnerability_id
limit $1
offset $2
-- $1: 100
-- $2: 100
