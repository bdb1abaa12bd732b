select count(*) as total
from (
  select
  from finding f
  join project p on p.id = f.project_id
  join vulnerability current on current.id = f.vulnerability_id
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
    and current.severity = any ($11::text[])
    and not exists (
      select
      from vulnerability_rating_past past
      where past.vulnerability_id = current.id
        and past.valid_to > $12::timestamptz
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $13::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $14::timestamptz
        and own.valid_to > $15::timestamptz
    )
  union all
  select
  from finding f
  join project p on p.id = f.project_id
  where f.first_seen <= $16::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $17::timestamptz and (f.inactive_since is null
        or f.inactive_since > $18::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $19::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $20::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $21::timestamptz
        and past.valid_to > $22::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $23::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $24::timestamptz
        and hidden.valid_to > $25::timestamptz
    )
    and true
    and p.inactive_since is null
    and f.vulnerability_id in (
      select past.vulnerability_id
      from vulnerability_rating_past past
      where past.valid_to > $26::timestamptz
        and past.severity = any ($27::text[])
        and not exists (
          select
          from vulnerability_rating_past sooner
          where sooner.vulnerability_id = past.vulnerability_id
            and sooner.valid_to > $28::timestamptz
            and sooner.valid_to < past.valid_to
        )
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $29::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $30::timestamptz
        and own.valid_to > $31::timestamptz
    )
  union all
  select
  from finding f
  join project p on p.id = f.project_id
  where f.first_seen <= $32::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $33::timestamptz and (f.inactive_since is null
        or f.inactive_since > $34::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $35::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $36::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $37::timestamptz
        and past.valid_to > $38::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $39::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $40::timestamptz
        and hidden.valid_to > $41::timestamptz
    )
    and true
    and p.inactive_since is null
    and (f.component_id, f.vulnerability_id) in (
      select own.component_id, own.vulnerability_id
      from finding_analysis own
      where own.severity is not null
        and own.updated_at <= $42::timestamptz
        and own.severity = any ($43::text[])
      union all
      select own.component_id, own.vulnerability_id
      from finding_analysis_past own
      where own.severity is not null
        and own.valid_from <= $44::timestamptz
        and own.valid_to > $45::timestamptz
        and own.severity = any ($46::text[])
    )
  limit $47
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
-- $11: ["CRITICAL"]
-- $12: "2026-11-01T00:00:00.000Z"
-- $13: "2026-11-01T00:00:00.000Z"
-- $14: "2026-11-01T00:00:00.000Z"
-- $15: "2026-11-01T00:00:00.000Z"
-- $16: "2026-11-01T00:00:00.000Z"
-- $17: "2026-11-01T00:00:00.000Z"
-- $18: "2026-11-01T00:00:00.000Z"
-- $19: "2026-11-01T00:00:00.000Z"
-- $20: "2026-11-01T00:00:00.000Z"
-- $21: "2026-11-01T00:00:00.000Z"
-- $22: "2026-11-01T00:00:00.000Z"
-- $23: "2026-11-01T00:00:00.000Z"
-- $24: "2026-11-01T00:00:00.000Z"
-- $25: "2026-11-01T00:00:00.000Z"
-- $26: "2026-11-01T00:00:00.000Z"
-- $27: ["CRITICAL"]
-- $28: "2026-11-01T00:00:00.000Z"
-- $29: "2026-11-01T00:00:00.000Z"
-- $30: "2026-11-01T00:00:00.000Z"
-- $31: "2026-11-01T00:00:00.000Z"
-- $32: "2026-11-01T00:00:00.000Z"
-- $33: "2026-11-01T00:00:00.000Z"
-- $34: "2026-11-01T00:00:00.000Z"
-- $35: "2026-11-01T00:00:00.000Z"
-- $36: "2026-11-01T00:00:00.000Z"
-- $37: "2026-11-01T00:00:00.000Z"
-- $38: "2026-11-01T00:00:00.000Z"
-- $39: "2026-11-01T00:00:00.000Z"
-- $40: "2026-11-01T00:00:00.000Z"
-- $41: "2026-11-01T00:00:00.000Z"
-- $42: "2026-11-01T00:00:00.000Z"
-- $43: ["CRITICAL"]
-- $44: "2026-11-01T00:00:00.000Z"
-- $45: "2026-11-01T00:00:00.000Z"
-- $46: ["CRITICAL"]
-- $47: 10001
