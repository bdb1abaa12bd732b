select known.id, row_to_json(known)::text
from (
  select id, source, vuln_id, description, recommendation, cwes, created_at, published_at, updated_at,
      "vulnerability"."severity", "vulnerability"."cvss_v2_vector", "vulnerability"."cvss_v2_score",
      "vulnerability"."cvss_v3_vector", "vulnerability"."cvss_v3_score", "vulnerability"."cvss_v4_vector",
      "vulnerability"."cvss_v4_score", "vulnerability"."owasp_vector"
  from vulnerability
  where id = any ($1::bigint[])
) known
-- $1: [1,2,3]
