select "found"."component_id" as "componentId", "found"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id, ranked.value as sorted_by
  from finding f
  join (
    select id, value
    from (
      select id, highest[1] as value
      from (
        select v.id, greatest(case when own.cve is not null then array[own.score, own.percentile] end,
            aliased.highest) as highest
        from vulnerability v
        left join epss_score own on own.cve = v.vuln_id
        left join (
          select mine.vuln_id, mine.source, max(array[epss_score.score, epss_score.percentile]) as highest
          from vulnerability_alias mine
          join vulnerability_alias other on other.group_id = mine.group_id
          join epss_score on epss_score.cve = other.vuln_id
          group by mine.vuln_id, mine.source
        ) aliased on aliased.vuln_id = v.vuln_id
          and aliased.source = v.source
      ) known
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
  order by ranked.value asc nulls last, "f"."vulnerability_id" asc, "f"."component_id" asc
  limit $1
)) found
order by found.sorted_by asc nulls last, "found"."vulnerability_id" asc, "found"."component_id" asc
limit $2
offset $3
-- $1: 200
-- $2: 100
-- $3: 100
