with exploited as materialized (
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
select coalesce(a.severity, v.severity) as severity, coalesce(a.state, 'NOT_SET') as state, v.source,
    coalesce(a.is_suppressed, false) as is_suppressed, exploited.id is not null as is_kev,
    sum(a.findings)::bigint as findings
from (
  select f.vulnerability_id, a.severity, a.state, a.is_suppressed, count(*) as findings
  from finding f
  join project p on p.id = f.project_id
  left join finding_analysis a on a.component_id = f.component_id
    and a.vulnerability_id = f.vulnerability_id
  where f.inactive_since is null
    and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at is not null
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
  group by f.vulnerability_id, a.severity, a.state, a.is_suppressed
) a
join vulnerability v on v.id = a.vulnerability_id
left join exploited on exploited.id = v.id
group by 1, 2, 3, 4, 5
-- $1: [1,2]
