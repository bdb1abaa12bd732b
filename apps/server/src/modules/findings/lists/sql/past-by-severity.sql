select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "current"."severity") as sorted_by
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
    and not exists (
      select
      from vulnerability_rating_past past
      where past.vulnerability_id = current.id
        and past.valid_to > $11::timestamptz
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $12::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $13::timestamptz
        and own.valid_to > $14::timestamptz
    )
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "current"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $15
) union all (
  select f.component_id, f.vulnerability_id, ranked.value as sorted_by
  from finding f
  join (
    select id, value
    from (
      select distinct on (past.vulnerability_id) past.vulnerability_id as id, array_position(array['CRITICAL',
          'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], "past"."severity") as value
      from vulnerability_rating_past past
      where past.valid_to > $16::timestamptz
      order by past.vulnerability_id, past.valid_to
    ) vulnerabilities
    order by value asc, id asc
    offset 0
  ) ranked on ranked.id = f.vulnerability_id
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
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $27::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $28::timestamptz
        and own.valid_to > $29::timestamptz
    )
  order by ranked.value asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $30
) union all (
  select f.component_id, f.vulnerability_id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], "a"."severity") as sorted_by
  from finding f
  join project p on p.id = f.project_id
  left join finding_analysis latest on "latest"."component_id" = "f"."component_id"
    and "latest"."vulnerability_id" = "f"."vulnerability_id"
    and latest.updated_at <= $31::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $32::timestamptz
    and earlier.valid_to > $33::timestamptz
  cross join lateral (
    select coalesce("latest"."component_id", "earlier"."component_id") as "component_id",
        coalesce("latest"."state", "earlier"."state") as "state", coalesce("latest"."justification",
        "earlier"."justification") as "justification", coalesce("latest"."response",
        "earlier"."response") as "response", coalesce("latest"."details", "earlier"."details") as "details",
        coalesce("latest"."is_suppressed", "earlier"."is_suppressed") as "is_suppressed",
        coalesce("latest"."severity", "earlier"."severity") as "severity", coalesce("latest"."cvss_v2_vector",
        "earlier"."cvss_v2_vector") as "cvss_v2_vector", coalesce("latest"."cvss_v2_score",
        "earlier"."cvss_v2_score") as "cvss_v2_score", coalesce("latest"."cvss_v3_vector",
        "earlier"."cvss_v3_vector") as "cvss_v3_vector", coalesce("latest"."cvss_v3_score",
        "earlier"."cvss_v3_score") as "cvss_v3_score", coalesce("latest"."cvss_v4_vector",
        "earlier"."cvss_v4_vector") as "cvss_v4_vector", coalesce("latest"."cvss_v4_score",
        "earlier"."cvss_v4_score") as "cvss_v4_score", coalesce("latest"."owasp_vector",
        "earlier"."owasp_vector") as "owasp_vector", coalesce("latest"."owasp_score",
        "earlier"."owasp_score") as "owasp_score", coalesce("latest"."decided_by",
        "earlier"."decided_by") as "decided_by", coalesce("latest"."policy", "earlier"."policy") as "policy",
        coalesce("latest"."expires_at", "earlier"."expires_at") as "expires_at", coalesce(latest.updated_at,
        earlier.valid_from) as decided_at
  ) a
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
      union all
      select own.component_id, own.vulnerability_id
      from finding_analysis_past own
      where own.severity is not null
        and own.valid_from <= $45::timestamptz
        and own.valid_to > $46::timestamptz
    )
  order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
      "a"."severity") asc, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $47
)) found
order by found.sorted_by asc, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $48
offset $49
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
-- $11: "2026-11-01T00:00:00.000Z"
-- $12: "2026-11-01T00:00:00.000Z"
-- $13: "2026-11-01T00:00:00.000Z"
-- $14: "2026-11-01T00:00:00.000Z"
-- $15: 200
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
-- $27: "2026-11-01T00:00:00.000Z"
-- $28: "2026-11-01T00:00:00.000Z"
-- $29: "2026-11-01T00:00:00.000Z"
-- $30: 200
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
-- $43: "2026-11-01T00:00:00.000Z"
-- $44: "2026-11-01T00:00:00.000Z"
-- $45: "2026-11-01T00:00:00.000Z"
-- $46: "2026-11-01T00:00:00.000Z"
-- $47: 200
-- $48: 100
-- $49: 100
