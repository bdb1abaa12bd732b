select count(*) as total
from (
  select
  from finding f
  join project p on p.id = f.project_id
  where f.first_seen <= $1::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $2::timestamptz and (f.inactive_since is null
        or f.inactive_since > $3::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $4::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $5::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $6::timestamptz
        and past.valid_to > $7::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $8::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $9::timestamptz
        and hidden.valid_to > $10::timestamptz
    )
    and true
    and p.inactive_since is null
  limit $11
) counted
-- $1: "2026-11-01T00:00:00.000Z"
-- $2: "2026-11-01T00:00:00.000Z"
-- $3: "2026-11-01T00:00:00.000Z"
-- $4: "2026-11-01T00:00:00.000Z"
-- $5: "2026-11-01T00:00:00.000Z"
-- $6: "2026-11-01T00:00:00.000Z"
-- $7: "2026-11-01T00:00:00.000Z"
-- $8: "2026-11-01T00:00:00.000Z"
-- $9: "2026-11-01T00:00:00.000Z"
-- $10: "2026-11-01T00:00:00.000Z"
-- $11: 10001
