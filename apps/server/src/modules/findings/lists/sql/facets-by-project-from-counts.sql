with outdated as materialized (
  select project_id
  from project_change
  where consumer = 'finding-counts'
  union
  select f.project_id
  from rating_change
  join finding f on f.vulnerability_id = rating_change.vulnerability_id
), known as (
  select "f"."project_id", "f"."severity", "f"."state", "f"."source", "f"."is_suppressed", f.findings
  from finding_count f
  join project p on p.id = f.project_id
  where not exists (
    select
    from outdated
    where outdated.project_id = f.project_id
  )
    and f.project_id in (
      select tagged.project_id
      from project_tag tagged
      join tag on tag.id = tagged.tag_id
      where tag.name = $1
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
        and project_access.team_id = any ($2::bigint[])
    ))
    and p.inactive_since is null
  union all
  select f.project_id, coalesce(a.severity, v.severity) as severity, coalesce(a.state, 'NOT_SET') as state,
      v.source, coalesce(a.is_suppressed, false) as is_suppressed, count(*) as findings
  from finding f
  join project p on p.id = f.project_id
  join vulnerability v on v.id = f.vulnerability_id
  left join finding_analysis a on a.component_id = f.component_id
    and a.vulnerability_id = f.vulnerability_id
  where f.inactive_since is null
    and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at is not null
    )
    and f.project_id in (
      select tagged.project_id
      from project_tag tagged
      join tag on tag.id = tagged.tag_id
      where tag.name = $3
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
    and f.project_id = any (array(
      select outdated.project_id
      from outdated
    ))
  group by 1, 2, 3, 4, 5
), exploited as materialized (
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
), exploited_cells as materialized (
  select f.project_id, coalesce(a.severity, v.severity) as severity, coalesce(a.state, 'NOT_SET') as state,
      v.source, coalesce(a.is_suppressed, false) as is_suppressed, count(*) as findings
  from finding f
  join project p on p.id = f.project_id
  join vulnerability v on v.id = f.vulnerability_id
  left join finding_analysis a on a.component_id = f.component_id
    and a.vulnerability_id = f.vulnerability_id
  where f.inactive_since is null
    and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at is not null
    )
    and f.project_id in (
      select tagged.project_id
      from project_tag tagged
      join tag on tag.id = tagged.tag_id
      where tag.name = $5
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
        and project_access.team_id = any ($6::bigint[])
    ))
    and p.inactive_since is null
    and f.vulnerability_id in (
      select exploited.id
      from exploited
    )
  group by 1, 2, 3, 4, 5
), counted as (
  select known.*, false as is_kev
  from known
  union all
  select "exploited_cells"."project_id", "exploited_cells"."severity", "exploited_cells"."state",
      "exploited_cells"."source", "exploited_cells"."is_suppressed", - exploited_cells.findings, false
  from exploited_cells
  union all
  select exploited_cells.*, true
  from exploited_cells
)
select owner.uuid, owner.name, owner.version, most.findings
from (
  select counted.project_id, sum(counted.findings)::bigint as findings
  from counted
  where true
    and counted.is_kev = $7
    and not counted.is_suppressed
  group by counted.project_id
  having sum(counted.findings) > 0
  order by findings desc, project_id
  limit $8
) most
join project owner on owner.id = most.project_id
order by most.findings desc, owner.id
-- $1: "acme"
-- $2: [1,2]
-- $3: "acme"
-- $4: [1,2]
-- $5: "acme"
-- $6: [1,2]
-- $7: true
-- $8: 50
