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
    v.reference_links, v.reference_text, v.published_at, v.cwes, "v"."severity", "v"."cvss_v2_vector",
    "v"."cvss_v2_score", "v"."cvss_v3_vector", "v"."cvss_v3_score", "v"."cvss_v4_vector", "v"."cvss_v4_score",
    "v"."owasp_vector", "v"."owasp_likelihood_score", "v"."owasp_technical_impact_score",
    "v"."owasp_business_impact_score", coalesce(aliases.aliases, '[]') as aliases,
    kev.id is not null as is_kev, case when epss.id is not null then json_build_object('score', epss.score,
    'percentile', epss.percentile) end as epss
from v
left join aliases on aliases.id = v.id
left join epss on epss.id = v.id
left join kev on kev.id = v.id
-- $1: [1,2,3]
