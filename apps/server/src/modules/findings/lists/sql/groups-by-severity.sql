with shown as materialized (
  select sorted.id, row_number() over () as position
  from (
    select known.id
    from vulnerability known
    where exists (
      select
      from finding f
      join project p on p.id = f.project_id
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
        and f.vulnerability_id = known.id
    )
    order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
        "known"."severity") asc, known.id asc
    limit $2
    offset $3
  ) sorted
), counted as (
  select f.vulnerability_id as id, count(distinct f.project_id) as projects,
      (array_agg(at.analyzer order by at.attributed_at, at.analyzer))[1] as analyzer
  from finding f
  join project p on p.id = f.project_id
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
        and project_access.team_id = any ($4::bigint[])
    ))
    and p.inactive_since is null
    and f.vulnerability_id in (
      select shown.id
      from shown
    )
  group by f.vulnerability_id
)
select v.id, v.source, v.vuln_id, v.title, v.severity, v.cvss_v2_score, v.cvss_v3_score, v.cvss_v4_score,
    v.published_at, v.cwes, exists (
  select
  from (
    select "v"."source" as source, "v"."vuln_id" as vuln_id
    union
    select other.source, other.vuln_id
    from vulnerability_alias mine
    join vulnerability_alias other on other.group_id = mine.group_id
    where mine.vuln_id = "v"."vuln_id"
      and mine.source = "v"."source"
  ) names
  join kev_assertion on kev_assertion.vuln_id = names.vuln_id
    and kev_assertion.source = names.source
) as is_kev, counted.projects, counted.analyzer
from shown
join vulnerability v on v.id = shown.id
join counted on counted.id = shown.id
order by shown.position
-- $1: [1,2]
-- $2: 100
-- $3: 100
-- $4: [1,2]
