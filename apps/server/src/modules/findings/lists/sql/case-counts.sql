with member as materialized (
  select *
  from unnest($1::bigint[], $2::integer[]) as member(id, position)
)
select member.position, member.id, count(distinct found.project_id) as projects,
    count(distinct found.component_id) as components, count(*) as findings
from (
  select f.*
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
    and f.vulnerability_id in (
      select member.id
      from member
    )
) found
join member on member.id = found.vulnerability_id
group by grouping sets((member.position), (member.position, member.id))
-- $1: [1,2,3]
-- $2: [0,0,0]
