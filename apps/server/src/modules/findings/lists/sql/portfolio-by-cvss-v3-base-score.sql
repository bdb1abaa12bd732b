select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, ranked.value as sorted_by
  from finding f
  join (
    select id, value
    from (
      select id, "cvss_v3_score" as value
      from vulnerability
    ) vulnerabilities
    order by value asc nulls last, id asc
    offset 0
  ) ranked on ranked.id = f.vulnerability_id
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
    and not exists (
      select
      from finding_analysis rated
      where rated.component_id = f.component_id
        and rated.vulnerability_id = f.vulnerability_id
        and "rated"."cvss_v3_score" is not null
    )
  order by ranked.value asc nulls last, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $1
) union all (
  select f.component_id, f.vulnerability_id, "a"."cvss_v3_score" as sorted_by
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
    and true
    and p.inactive_since is null
    and "a"."cvss_v3_score" is not null
  order by "a"."cvss_v3_score" asc nulls last, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $2
)) found
order by found.sorted_by asc nulls last, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $3
offset $4
-- $1: 200
-- $2: 200
-- $3: 100
-- $4: 100
