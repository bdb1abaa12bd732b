select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id
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
  order by f.component_id, f.vulnerability_id
  limit $16
) union all (
  select f.component_id, f.vulnerability_id
  from finding f
  join project p on p.id = f.project_id
  where f.first_seen <= $17::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $18::timestamptz and (f.inactive_since is null
        or f.inactive_since > $19::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $20::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $21::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $22::timestamptz
        and past.valid_to > $23::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $24::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $25::timestamptz
        and hidden.valid_to > $26::timestamptz
    )
    and true
    and p.inactive_since is null
    and f.vulnerability_id in (
      select past.vulnerability_id
      from vulnerability_rating_past past
      where past.valid_to > $27::timestamptz
        and past.severity = any ($28::text[])
        and not exists (
          select
          from vulnerability_rating_past sooner
          where sooner.vulnerability_id = past.vulnerability_id
            and sooner.valid_to > $29::timestamptz
            and sooner.valid_to < past.valid_to
        )
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $30::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $31::timestamptz
        and own.valid_to > $32::timestamptz
    )
  order by f.component_id, f.vulnerability_id
  limit $33
) union all (
  select f.component_id, f.vulnerability_id
  from finding f
  join project p on p.id = f.project_id
  where f.first_seen <= $34::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $35::timestamptz and (f.inactive_since is null
        or f.inactive_since > $36::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $37::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $38::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $39::timestamptz
        and past.valid_to > $40::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $41::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $42::timestamptz
        and hidden.valid_to > $43::timestamptz
    )
    and true
    and p.inactive_since is null
    and (f.component_id, f.vulnerability_id) in (
      select own.component_id, own.vulnerability_id
      from finding_analysis own
      where own.severity is not null
        and own.updated_at <= $44::timestamptz
        and own.severity = any ($45::text[])
      union all
      select own.component_id, own.vulnerability_id
      from finding_analysis_past own
      where own.severity is not null
        and own.valid_from <= $46::timestamptz
        and own.valid_to > $47::timestamptz
        and own.severity = any ($48::text[])
    )
  order by f.component_id, f.vulnerability_id
  limit $49
)) f
order by f.component_id, f.vulnerability_id
limit $50
offset $51
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
-- $16: 200
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
-- $27: "2026-11-01T00:00:00.000Z"
-- $28: ["CRITICAL"]
-- $29: "2026-11-01T00:00:00.000Z"
-- $30: "2026-11-01T00:00:00.000Z"
-- $31: "2026-11-01T00:00:00.000Z"
-- $32: "2026-11-01T00:00:00.000Z"
-- $33: 200
-- $34: "2026-11-01T00:00:00.000Z"
-- $35: "2026-11-01T00:00:00.000Z"
-- $36: "2026-11-01T00:00:00.000Z"
-- $37: "2026-11-01T00:00:00.000Z"
-- $38: "2026-11-01T00:00:00.000Z"
-- $39: "2026-11-01T00:00:00.000Z"
-- $40: "2026-11-01T00:00:00.000Z"
-- $41: "2026-11-01T00:00:00.000Z"
-- $42: "2026-11-01T00:00:00.000Z"
-- $43: "2026-11-01T00:00:00.000Z"
-- $44: "2026-11-01T00:00:00.000Z"
-- $45: ["CRITICAL"]
-- $46: "2026-11-01T00:00:00.000Z"
-- $47: "2026-11-01T00:00:00.000Z"
-- $48: ["CRITICAL"]
-- $49: 200
-- $50: 100
-- $51: 100
