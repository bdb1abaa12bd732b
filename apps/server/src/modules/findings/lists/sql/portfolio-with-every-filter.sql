select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId"
from finding f
join component c on c.id = f.component_id
join project p on p.id = f.project_id
join vulnerability v on v.id = f.vulnerability_id
left join finding_analysis a on a.component_id = f.component_id
  and a.vulnerability_id = f.vulnerability_id
left join lateral (
  select attribution.*
  from finding_attribution attribution
  where attribution.component_id = "f"."component_id"
    and attribution.vulnerability_id = "f"."vulnerability_id"
    and attribution.deleted_at is null
  order by attribution.attributed_at, attribution.analyzer
  limit 1
) at on true
where f.inactive_since is null
  and not exists (
    select
    from component gone
    where gone.id = f.component_id
      and gone.removed_at is not null
  )
  and not exists (
    select
    from finding_analysis hidden
    where hidden.component_id = f.component_id
      and hidden.vulnerability_id = f.vulnerability_id
      and hidden.is_suppressed
  )
  and (not exists (
    select
    from setting
    where setting.group_name = 'access-management'
      and setting.name = 'acl.enabled'
      and setting.value = 'true'
  ) or exists (
    select
    from project_ancestry
    join project_access on project_access.project_id = project_ancestry.ancestor_id
    where project_ancestry.descendant_id = "p"."id"
      and project_access.team_id = any ($1::bigint[])
  ))
  and p.inactive_since is null
  and v.source = $2
  and f.vulnerability_id in (
    select known.id
    from kev_assertion k
    join vulnerability known on known.vuln_id = k.vuln_id
      and known.source = k.source
    union
    select known.id
    from kev_assertion k
    join vulnerability_alias mine on mine.vuln_id = k.vuln_id
      and mine.source = k.source
    join vulnerability_alias other on other.group_id = mine.group_id
    join vulnerability known on known.vuln_id = other.vuln_id
      and known.source = other.source
  )
  and v.published_at >= $3::timestamptz
  and v.published_at < $4::timestamptz
  and coalesce(a.severity, v.severity) = any ($5::text[])
  and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $6::float8
  and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $7::float8
  and f.vulnerability_id in (
    select known.id
    from epss_score scored
    join vulnerability known on known.vuln_id = scored.cve
    where scored.score >= $8::float8
    union
    select known.id
    from epss_score scored
    join vulnerability_alias mine on mine.vuln_id = scored.cve
    join vulnerability_alias other on other.group_id = mine.group_id
    join vulnerability known on known.vuln_id = other.vuln_id
      and known.source = other.source
    where scored.score >= $9::float8
  )
  and a.component_id is not null
  and coalesce(a.state, 'NOT_SET') = any ($10::text[])
  and coalesce(a.response, 'NOT_SET') = any ($11::text[])
  and at.attributed_at >= $12::timestamptz
  and (c.name like $13 or p.name like $14)
  and (c.name ilike $15 or c.group_name ilike $16 or v.vuln_id ilike $17)
order by f.component_id, f.vulnerability_id
limit $18
offset $19
-- $1: [1,2]
-- $2: "NVD"
-- $3: "2026-01-01T00:00:00.000Z"
-- $4: "2026-02-01T00:00:00.000Z"
-- $5: ["CRITICAL","HIGH"]
-- $6: 7
-- $7: 10
-- $8: 0.5
-- $9: 0.5
-- $10: ["NOT_SET","IN_TRIAGE"]
-- $11: ["NOT_SET"]
-- $12: "2026-01-01T00:00:00.000Z"
-- $13: "%a\\_b%"
-- $14: "%a\\_b%"
-- $15: "%acme%"
-- $16: "%acme%"
-- $17: "%acme%"
-- $18: 100
-- $19: 100
