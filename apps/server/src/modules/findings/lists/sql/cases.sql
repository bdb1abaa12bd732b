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
    and true
    and p.inactive_since is null
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
          and true
          and p.inactive_since is null
          and f.vulnerability_id = "worse"."id"
      )
    offset 0
  )
order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
    "known"."severity") asc, known.id asc
limit $1
offset $2
-- $1: 100
-- $2: 100

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
        and true
        and p.inactive_since is null
        and f.vulnerability_id = "member"."id"
    )
) v
order by v.position, array_position(array['NVD', 'GITHUB'], v.source), v.source, v.vuln_id
-- $1: []
