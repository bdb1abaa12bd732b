select owner.uuid, owner.name, owner.version, most.findings
from (
  select f.project_id, count(*) as findings
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
  group by f.project_id
  order by findings desc, project_id
  limit $3
) most
join project owner on owner.id = most.project_id
order by most.findings desc, owner.id
-- $1: "acme"
-- $2: [1,2]
-- $3: 50
