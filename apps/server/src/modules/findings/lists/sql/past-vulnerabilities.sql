with v as materialized (
  select *
  from vulnerability
  where id = any ($1::bigint[])
), alias as materialized (
  select v.id, other.source, other.vuln_id
  from v
  join vulnerability_alias mine on mine.vuln_id = v.vuln_id
    and mine.source = v.source
  join vulnerability_alias other on other.group_id = mine.group_id
), name as materialized (
  select id, source, vuln_id
  from v
  union
  select *
  from alias
), aliases as (
  select alias.id, json_agg(json_build_object('source', alias.source, 'vulnId',
      alias.vuln_id) order by alias.source, alias.vuln_id) as aliases
  from alias
  join v on v.id = alias.id
  where (alias.source, alias.vuln_id) <> (v.source, v.vuln_id)
  group by alias.id
), epss as (
  select distinct on (name.id) name.id, epss_score.score, epss_score.percentile
  from name
  join epss_score on epss_score.cve = name.vuln_id
  order by name.id, epss_score.score desc, epss_score.percentile desc, epss_score.cve
), kev as (
  select distinct name.id
  from name
  join kev_assertion k on k.vuln_id = name.vuln_id
    and k.source = name.source
)
select v.id, v.uuid, v.source, v.vuln_id, v.title, v.sub_title, v.description, v.recommendation,
    v.reference_links, v.reference_text, v.published_at, v.cwes, case when rated.vulnerability_id is null
    then "v"."severity" else "rated"."severity" end as "severity", case when rated.vulnerability_id is null
    then "v"."cvss_v2_vector" else "rated"."cvss_v2_vector" end as "cvss_v2_vector",
    case when rated.vulnerability_id is null then "v"."cvss_v2_score"
    else "rated"."cvss_v2_score" end as "cvss_v2_score", case when rated.vulnerability_id is null
    then "v"."cvss_v3_vector" else "rated"."cvss_v3_vector" end as "cvss_v3_vector",
    case when rated.vulnerability_id is null then "v"."cvss_v3_score"
    else "rated"."cvss_v3_score" end as "cvss_v3_score", case when rated.vulnerability_id is null
    then "v"."cvss_v4_vector" else "rated"."cvss_v4_vector" end as "cvss_v4_vector",
    case when rated.vulnerability_id is null then "v"."cvss_v4_score"
    else "rated"."cvss_v4_score" end as "cvss_v4_score", case when rated.vulnerability_id is null
    then "v"."owasp_vector" else "rated"."owasp_vector" end as "owasp_vector",
    case when rated.vulnerability_id is null then "v"."owasp_likelihood_score"
    else "rated"."owasp_likelihood_score" end as "owasp_likelihood_score",
    case when rated.vulnerability_id is null then "v"."owasp_technical_impact_score"
    else "rated"."owasp_technical_impact_score" end as "owasp_technical_impact_score",
    case when rated.vulnerability_id is null then "v"."owasp_business_impact_score"
    else "rated"."owasp_business_impact_score" end as "owasp_business_impact_score", coalesce(aliases.aliases,
    '[]') as aliases, kev.id is not null as is_kev, case when epss.id is not null
    then json_build_object('score', epss.score, 'percentile', epss.percentile) end as epss
from v
left join aliases on aliases.id = v.id
left join epss on epss.id = v.id
left join kev on kev.id = v.id
left join lateral (
  select past.*
  from vulnerability_rating_past past
  where past.vulnerability_id = "v"."id"
    and past.valid_to > $2::timestamptz
  order by past.valid_to
  limit 1
) rated on true
-- $1: [1,2,3]
-- $2: "2026-11-01T00:00:00.000Z"
