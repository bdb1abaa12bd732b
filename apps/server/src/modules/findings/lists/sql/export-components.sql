select finding.vulnerability_id, json_agg(case when analysis.component_id is null
    then to_json(finding.component_id) else json_build_array(finding.component_id, json_build_object('state',
    coalesce(analysis.state, 'NOT_SET'), 'justification', coalesce(analysis.justification, 'NOT_SET'),
    'response', coalesce(analysis.response, 'NOT_SET'), 'details', case when btrim(analysis.details,
    E' \t\r\n') <> '' then analysis.details end, 'severity', "analysis"."severity", 'cvss_v2_vector',
    "analysis"."cvss_v2_vector", 'cvss_v2_score', "analysis"."cvss_v2_score", 'cvss_v3_vector',
    "analysis"."cvss_v3_vector", 'cvss_v3_score', "analysis"."cvss_v3_score", 'cvss_v4_vector',
    "analysis"."cvss_v4_vector", 'cvss_v4_score', "analysis"."cvss_v4_score", 'owasp_vector',
    "analysis"."owasp_vector", 'owasp_score', "analysis"."owasp_score")) end)::text
from finding
join component on component.id = finding.component_id
  and component.project_id = finding.project_id
  and component.removed_at is null
left join finding_analysis analysis on analysis.component_id = finding.component_id
  and analysis.vulnerability_id = finding.vulnerability_id
where finding.project_id = $1
  and finding.inactive_since is null
  and finding.vulnerability_id = any ($2::bigint[])
group by finding.vulnerability_id
-- $1: 1
-- $2: [1,2,3]
