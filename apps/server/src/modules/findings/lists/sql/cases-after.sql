select known.id, array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
    "known"."severity") as rank
from vulnerability known
where exists (
  select
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
    and coalesce(a.state, 'NOT_SET') = any ($2::text[])
    and f.vulnerability_id = "known"."id"
)
  and not exists (
    select
    from vulnerability_alias mine
    join vulnerability_alias other on other.group_id = mine.group_id
    join vulnerability worse on worse.vuln_id = other.vuln_id
      and worse.source = other.source
    where mine.vuln_id = known.vuln_id
      and mine.source = known.source
      and (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
          "worse"."severity"), worse.id) < (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
          'UNASSIGNED'], "known"."severity"), known.id)
      and exists (
        select
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
              and project_access.team_id = any ($3::bigint[])
          ))
          and p.inactive_since is null
          and coalesce(a.state, 'NOT_SET') = any ($4::text[])
          and f.vulnerability_id = "worse"."id"
      )
    offset 0
  )
  and (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], "known"."severity"),
      known.id) > ($5::integer, $6::bigint)
order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], "known"."severity"),
    known.id
limit $7
-- $1: [1,2]
-- $2: ["NOT_SET"]
-- $3: [1,2]
-- $4: ["NOT_SET"]
-- $5: 2
-- $6: 1
-- $7: 101

select v.position, v.id
from (
  select worst.position, member.id, member.source, member.vuln_id
  from unnest($1::bigint[]) with ordinality as worst(id, position)
  join vulnerability known on known.id = worst.id
  cross join lateral (
    select "known"."source" as source, "known"."vuln_id" as vuln_id
    union
    select other.source, other.vuln_id
    from vulnerability_alias mine
    join vulnerability_alias other on other.group_id = mine.group_id
    where mine.vuln_id = "known"."vuln_id"
      and mine.source = "known"."source"
  ) names
  join vulnerability member on member.vuln_id = names.vuln_id
    and member.source = names.source
  where member.id = worst.id
    or exists (
      select
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
            and project_access.team_id = any ($2::bigint[])
        ))
        and p.inactive_since is null
        and coalesce(a.state, 'NOT_SET') = any ($3::text[])
        and f.vulnerability_id = "member"."id"
    )
) v
order by v.position, array_position(array['NVD', 'GITHUB'], v.source), v.source, v.vuln_id
-- $1: []
-- $2: [1,2]
-- $3: ["NOT_SET"]
