with f as materialized (
  select f.component_id, f.vulnerability_id
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
  limit $1
), fixed as (
  select f.component_id, f.vulnerability_id, (
    select max(stated.version_end_excluding)
    from (
      select package.version_end_excluding
      from affected_package package
      where package.vulnerability_id = f.vulnerability_id
        and package.uuid = (at.evidence ->> 'affected')::uuid
      union all
      select cpe.version_end_excluding
      from affected_cpe cpe
      where cpe.vulnerability_id = f.vulnerability_id
        and cpe.uuid = (at.evidence ->> 'affected')::uuid
    ) stated
  ) is not null as has_fix
  from f
  left join lateral (
    select attribution.*
    from finding_attribution attribution
    where attribution.component_id = "f"."component_id"
      and attribution.vulnerability_id = "f"."vulnerability_id"
      and attribution.deleted_at is null
    order by attribution.attributed_at, attribution.analyzer
    limit 1
  ) at on true
), package as (
  select bool_or(fixed.has_fix) as has_fix, count(*) as findings,
      count(*) filter (where not fixed.has_fix) as without_fix
  from fixed
  join component c on c.id = fixed.component_id
  group by c.purl_coordinates, case when c.purl_coordinates is null then c.group_name end,
      case when c.purl_coordinates is null then c.name end, c.version
), vulnerabilities as (
  select count(distinct coalesce(alias.group_id, - v.id)) as count
  from (
    select distinct vulnerability_id
    from f
  ) found
  join vulnerability v on v.id = found.vulnerability_id
  left join vulnerability_alias alias on alias.vuln_id = v.vuln_id
    and alias.source = v.source
)
select coalesce(sum(package.findings), 0)::bigint as findings, (
  select count
  from vulnerabilities
) as vulnerabilities, count(*) as components, count(*) filter (where package.has_fix) as upgrades,
    coalesce(sum(package.without_fix), 0)::bigint as without_fix
from package
-- $1: 10001
