select "key"."component_id" as "componentId", "key"."vulnerability_id" as "vulnerabilityId",
    c.uuid as component_uuid, c.name, c.group_name, c.version, c.purl, c.cpe, c.scope,
    c.occurrence_count > 0 as has_occurrences, p.uuid as project_uuid, p.name as project_name,
    p.version as project_version, at.analyzer, at.attributed_at, at.alternate_identifier, at.reference_url,
    "a"."state", "a"."justification", "a"."response", "a"."details", "a"."is_suppressed", "a"."expires_at",
    "a"."severity", "a"."cvss_v2_vector", "a"."cvss_v2_score", "a"."cvss_v3_vector", "a"."cvss_v3_score",
    "a"."cvss_v4_vector", "a"."cvss_v4_score", "a"."owasp_vector", "a"."owasp_score", at.evidence
from unnest($1::bigint[], $2::bigint[]) with ordinality as key(component_id, vulnerability_id, position)
join component c on c.id = key.component_id
join project p on p.id = c.project_id
left join finding_analysis latest on "latest"."component_id" = "key"."component_id"
  and "latest"."vulnerability_id" = "key"."vulnerability_id"
  and latest.updated_at <= $3::timestamptz
left join finding_analysis_past earlier on "earlier"."component_id" = "key"."component_id"
  and "earlier"."vulnerability_id" = "key"."vulnerability_id"
  and earlier.valid_from <= $4::timestamptz
  and earlier.valid_to > $5::timestamptz
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
left join lateral (
  select known.*
  from (
    select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
        known.evidence
    from finding_attribution known
    where "known"."component_id" = "key"."component_id"
      and "known"."vulnerability_id" = "key"."vulnerability_id"
      and known.attributed_at <= $6::timestamptz
      and (known.deleted_at is null or known.deleted_at > $7::timestamptz)
    union all
    select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
        known.evidence
    from finding_attribution_past known
    where "known"."component_id" = "key"."component_id"
      and "known"."vulnerability_id" = "key"."vulnerability_id"
      and known.attributed_at <= $8::timestamptz
      and known.deleted_at > $9::timestamptz
  ) known
  order by known.attributed_at, known.analyzer
  limit 1
) at on true
order by key.position
-- $1: [1,2,3]
-- $2: [1,2,3]
-- $3: "2026-11-01T00:00:00.000Z"
-- $4: "2026-11-01T00:00:00.000Z"
-- $5: "2026-11-01T00:00:00.000Z"
-- $6: "2026-11-01T00:00:00.000Z"
-- $7: "2026-11-01T00:00:00.000Z"
-- $8: "2026-11-01T00:00:00.000Z"
-- $9: "2026-11-01T00:00:00.000Z"
