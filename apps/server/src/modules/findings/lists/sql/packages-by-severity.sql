with counted as materialized (
  select f.component_id, f.project_id, min(array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO',
      'UNASSIGNED'], coalesce(a.severity, v.severity))) as rank, count(*) as findings,
      count(*) filter (where coalesce(a.state, 'NOT_SET') = 'NOT_SET') as undecided,
      max(coalesce(coalesce(a.cvss_v4_score, v.cvss_v4_score), coalesce(a.cvss_v3_score, v.cvss_v3_score),
      coalesce(a.cvss_v2_score, v.cvss_v2_score))) as cvss
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
  group by f.component_id, f.project_id
), grouped as (
  select min(counted.component_id) as id, min(counted.rank)::bigint as rank,
      sum(counted.findings)::bigint as findings, sum(counted.undecided)::bigint as undecided,
      max(counted.cvss)::float8 as cvss, count(distinct counted.project_id) as projects
  from counted
  join component c on c.id = counted.component_id
  group by c.purl_coordinates, case when c.purl_coordinates is null then c.group_name end,
      case when c.purl_coordinates is null then c.name end, c.version
), valued as (
  select grouped.*, (rank * 10000000000 - findings)::bigint as value, count(*) over () as total
  from grouped
)
select valued.*, c.uuid, c.purl, c.purl_coordinates, c.group_name, c.name, c.version
from valued
join component c on c.id = valued.id
where (valued.value, valued.id) > ($1::bigint, $2::bigint)
order by valued.value, valued.id
limit $3
-- $1: 2
-- $2: 1
-- $3: 101
