select string_agg(vulnerability.id::text, ',' order by vulnerability.source, vulnerability.vuln_id) as ids,
    sum(hashint8extended(vulnerability.content_hash, found.hash)) as fingerprint
from (
  select finding.vulnerability_id, bit_xor(uuid_hash_extended(component.uuid, hashtextextended(concat_ws('|',
      coalesce(analysis.state, 'NOT_SET'), coalesce(analysis.justification, 'NOT_SET'),
      coalesce(analysis.response, 'NOT_SET'), case when btrim(analysis.details, E' \t\r\n') <> ''
      then analysis.details end), case when num_nonnulls("analysis"."severity", "analysis"."cvss_v2_vector",
      "analysis"."cvss_v2_score", "analysis"."cvss_v3_vector", "analysis"."cvss_v3_score",
      "analysis"."cvss_v4_vector", "analysis"."cvss_v4_score", "analysis"."owasp_vector",
      "analysis"."owasp_score") = 0 then 0 else hashtextextended(row("analysis"."severity",
      "analysis"."cvss_v2_vector", "analysis"."cvss_v2_score", "analysis"."cvss_v3_vector",
      "analysis"."cvss_v3_score", "analysis"."cvss_v4_vector", "analysis"."cvss_v4_score",
      "analysis"."owasp_vector", "analysis"."owasp_score")::text, 0) end))) as hash
  from finding
  join component on component.id = finding.component_id
    and component.project_id = finding.project_id
    and component.removed_at is null
  left join finding_analysis analysis on analysis.component_id = finding.component_id
    and analysis.vulnerability_id = finding.vulnerability_id
  where finding.project_id = $1
    and finding.inactive_since is null
  group by finding.vulnerability_id
) found
join vulnerability on vulnerability.id = found.vulnerability_id
-- $1: 1
