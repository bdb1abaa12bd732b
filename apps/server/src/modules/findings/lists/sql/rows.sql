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
left join finding_analysis a on a.component_id = key.component_id
  and a.vulnerability_id = key.vulnerability_id
left join lateral (
  select attribution.*
  from finding_attribution attribution
  where attribution.component_id = "key"."component_id"
    and attribution.vulnerability_id = "key"."vulnerability_id"
    and attribution.deleted_at is null
  order by attribution.attributed_at, attribution.analyzer
  limit 1
) at on true
order by key.position
-- $1: [1,2,3]
-- $2: [1,2,3]
