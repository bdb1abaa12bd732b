with found as materialized (
  select f.vulnerability_id as id, f.project_id, f.component_id
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
      array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], "v"."severity") as rank
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
join (
  select m.case_id, count(distinct found.project_id) as projects,
      count(distinct found.component_id) as components, count(*) as findings
  from found
  join member m on m.id = found.id
  group by m.case_id
) g on g.case_id = c.case_id
  and (true and true)
order by g.findings asc nulls last, c.case_id
limit $1
offset $2
-- $1: 100
-- $2: 100
