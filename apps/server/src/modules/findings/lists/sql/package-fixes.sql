with shown as materialized (
  select *
  from component
  where id = any ($1::bigint[])
), member as materialized (
  select shown.id, c.id as component_id
  from shown
  join component c on c.purl_coordinates = shown.purl_coordinates
    and c.version is not distinct from shown.version
    and c.removed_at is null
  union all
  select shown.id, c.id
  from shown
  join component c on c.purl_coordinates is null
    and c.name = shown.name
    and c.group_name is not distinct from shown.group_name
    and c.version is not distinct from shown.version
    and c.removed_at is null
  where shown.purl_coordinates is null
)
select distinct member.id, fixed.version
from (
  select f.component_id, (
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
  ) as version
  from finding f
  join project p on p.id = f.project_id
  left join lateral (
    select attribution.*
    from finding_attribution attribution
    where attribution.component_id = "f"."component_id"
      and attribution.vulnerability_id = "f"."vulnerability_id"
      and attribution.deleted_at is null
    order by attribution.attributed_at, attribution.analyzer
    limit 1
  ) at on true
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
    and (
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
    ) is not null
    and f.component_id in (
      select member.component_id
      from member
    )
) fixed
join member on member.component_id = fixed.component_id
where fixed.version is not null
-- $1: [1,2]
