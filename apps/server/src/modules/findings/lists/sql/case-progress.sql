with member as materialized (
  select *
  from unnest($1::bigint[], $2::integer[]) as member(id, position)
)
select member.position, count(distinct found.project_id) as projects, count(*) as findings,
    count(*) filter (where found.state = 'NOT_SET') as undecided, max(found.cvss)::float8 as cvss
from (
  select f.project_id, f.vulnerability_id, coalesce(a.state, 'NOT_SET') as state,
      coalesce(coalesce(a.cvss_v4_score, v.cvss_v4_score), coalesce(a.cvss_v3_score, v.cvss_v3_score),
      coalesce(a.cvss_v2_score, v.cvss_v2_score)) as cvss
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
group by member.position
-- $1: [1,2,3]
-- $2: [0,0,0]
