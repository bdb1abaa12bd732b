select count(*) as total
from (
  with found as materialized (
    select distinct f.vulnerability_id as id
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
  ), member as materialized (
    select v.id, coalesce(alias.group_id, - v.id) as case_id, v.vuln_id, v.source, v.published_at,
        array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'],
        "v"."severity") as rank
    from (
      select distinct id
      from found
    ) found
    join vulnerability v on v.id = found.id
    left join vulnerability_alias alias on alias.vuln_id = v.vuln_id
      and alias.source = v.source
  ), grouped as (
    select v.case_id, array_agg(v.id order by array_position(array['NVD', 'GITHUB'], v.source), v.source,
        v.vuln_id) as ids, (array_agg(v.vuln_id order by array_position(array['NVD', 'GITHUB'], v.source),
        v.source, v.vuln_id))[1] as vuln_id, min(v.rank) as rank, min(v.published_at) as published_at
    from member v
    group by v.case_id
  )
  select c.ids
  from grouped c
) counted
