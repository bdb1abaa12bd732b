select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId"
from finding f
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
order by f.vulnerability_id, f.component_id
limit $2
offset $3
-- $1: 1
-- $2: 100
-- $3: 100
