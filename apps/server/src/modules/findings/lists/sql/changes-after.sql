with shown as materialized (
  select shown.*
  from ((
    select f.inactive_since as at, 2 as rank, 'DISAPPEARED' as kind, f.project_id as project_id,
        "f"."component_id" as component_id, "f"."vulnerability_id" as vulnerability_id, 0::bigint as entry_id,
        false as is_import, case when false then 'BOM_UPLOAD' else (
      select change.cause
      from finding_change change
      where change.project_id = f.project_id
        and change.at = f.inactive_since
    ) end as cause
    from finding f
    where f.inactive_since is not null
      and f.inactive_since > $1::timestamptz
      and (f.inactive_since, "f"."component_id",
          "f"."vulnerability_id") > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint,
          $4::bigint)
      and exists (
        select
        from component c
        where c.id = f.component_id
          and f.inactive_since < coalesce(c.removed_at, 'infinity'::timestamptz)
          and greatest(coalesce(f.active_since, f.first_seen), c.returned_at) < f.inactive_since
        offset 0
      )
      and (f.project_id in (
        select p.id
        from project p
        where (not exists (
          select
          from setting
          where setting.group_name = 'access-management'
            and setting.name = 'acl.enabled'
            and setting.value = 'true'
        ) or exists (
          select
          from project_ancestry
          join project_access on project_access.project_id = project_ancestry.ancestor_id
          where project_ancestry.descendant_id = "p"."id"
            and project_access.team_id = any ($5::bigint[])
        ))
          and p.inactive_since is null
      )) = true
    order by f.inactive_since, "f"."component_id", "f"."vulnerability_id"
    limit $6
  ) union all (
    select c.removed_at as at, 2 as rank, 'DISAPPEARED' as kind, c.project_id as project_id,
        "c"."id" as component_id, "f"."vulnerability_id" as vulnerability_id, 0::bigint as entry_id,
        true as is_import, case when true then 'BOM_UPLOAD' else (
      select change.cause
      from finding_change change
      where change.project_id = c.project_id
        and change.at = c.removed_at
    ) end as cause
    from component c
    cross join lateral (
      select *
      from finding f
      where f.component_id = c.id
      order by f.vulnerability_id
      offset 0
    ) f
    where c.removed_at is not null
      and c.removed_at > $7::timestamptz
      and (c.removed_at, "c"."id",
          "f"."vulnerability_id") > (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::bigint,
          $10::bigint)
      and c.removed_at <= coalesce(f.inactive_since, 'infinity'::timestamptz)
      and greatest(coalesce(f.active_since, f.first_seen), c.returned_at) < c.removed_at
      and (c.project_id in (
        select p.id
        from project p
        where (not exists (
          select
          from setting
          where setting.group_name = 'access-management'
            and setting.name = 'acl.enabled'
            and setting.value = 'true'
        ) or exists (
          select
          from project_ancestry
          join project_access on project_access.project_id = project_ancestry.ancestor_id
          where project_ancestry.descendant_id = "p"."id"
            and project_access.team_id = any ($11::bigint[])
        ))
          and p.inactive_since is null
      )) = true
    order by c.removed_at, "c"."id", "f"."vulnerability_id"
    limit $12
  ) union all (
    select f.valid_to as at, 2 as rank, 'DISAPPEARED' as kind, f.project_id as project_id,
        "f"."component_id" as component_id, "f"."vulnerability_id" as vulnerability_id, 0::bigint as entry_id,
        f.was_removed as is_import, case when f.was_removed then 'BOM_UPLOAD' else (
      select change.cause
      from finding_change change
      where change.project_id = f.project_id
        and change.at = f.valid_to
    ) end as cause
    from finding_past f
    where f.valid_to is not null
      and f.valid_to > $13::timestamptz
      and (f.valid_to, "f"."component_id",
          "f"."vulnerability_id") > (timestamptz 'epoch' + $14::bigint * interval '1 microsecond',
          $15::bigint, $16::bigint)
      and (f.project_id in (
        select p.id
        from project p
        where (not exists (
          select
          from setting
          where setting.group_name = 'access-management'
            and setting.name = 'acl.enabled'
            and setting.value = 'true'
        ) or exists (
          select
          from project_ancestry
          join project_access on project_access.project_id = project_ancestry.ancestor_id
          where project_ancestry.descendant_id = "p"."id"
            and project_access.team_id = any ($17::bigint[])
        ))
          and p.inactive_since is null
      )) = true
    order by f.valid_to, "f"."component_id", "f"."vulnerability_id"
    limit $18
  )) shown
  order by shown.at, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id
  limit $19
)
select (extract(epoch from shown.at) * 1000000)::bigint as micros, shown.rank, shown.component_id,
    shown.vulnerability_id, shown.entry_id, shown.at, shown.kind, shown.cause, coalesce(entry.commenter,
    change.actor) as actor, entry.changes, c.uuid as component_uuid, c.name, c.group_name, c.version, c.purl,
    v.uuid as vulnerability_uuid, v.source, v.vuln_id, v.title, coalesce(a.severity, rated.severity,
    v.severity) as severity, p.uuid as project_uuid, p.name as project_name, p.version as project_version
from shown
join project p on p.id = shown.project_id
join component c on c.id = shown.component_id
join vulnerability v on v.id = shown.vulnerability_id
left join lateral (
  select past.*
  from vulnerability_rating_past past
  where past.vulnerability_id = "v"."id"
    and past.valid_to > shown.at
  order by past.valid_to
  limit 1
) rated on true
left join finding_analysis latest on "latest"."component_id" = "shown"."component_id"
  and "latest"."vulnerability_id" = "shown"."vulnerability_id"
  and latest.updated_at <= shown.at
left join finding_analysis_past earlier on "earlier"."component_id" = "shown"."component_id"
  and "earlier"."vulnerability_id" = "shown"."vulnerability_id"
  and earlier.valid_from <= shown.at
  and earlier.valid_to > shown.at
cross join lateral (
  select coalesce("latest"."component_id", "earlier"."component_id") as "component_id",
      coalesce("latest"."state", "earlier"."state") as "state", coalesce("latest"."justification",
      "earlier"."justification") as "justification", coalesce("latest"."response",
      "earlier"."response") as "response", coalesce("latest"."details", "earlier"."details") as "details",
      coalesce("latest"."is_suppressed", "earlier"."is_suppressed") as "is_suppressed",
      coalesce("latest"."severity", "earlier"."severity") as "severity", coalesce("latest"."cvss_v2_vector",
      "earlier"."cvss_v2_vector") as "cvss_v2_vector", coalesce("latest"."cvss_v2_score",
      "earlier"."cvss_v2_score") as "cvss_v2_score", coalesce("latest"."cvss_v3_vector",
      "earlier"."cvss_v3_vector") as "cvss_v3_vector", coalesce("latest"."cvss_v3_score",
      "earlier"."cvss_v3_score") as "cvss_v3_score", coalesce("latest"."cvss_v4_vector",
      "earlier"."cvss_v4_vector") as "cvss_v4_vector", coalesce("latest"."cvss_v4_score",
      "earlier"."cvss_v4_score") as "cvss_v4_score", coalesce("latest"."owasp_vector",
      "earlier"."owasp_vector") as "owasp_vector", coalesce("latest"."owasp_score",
      "earlier"."owasp_score") as "owasp_score", coalesce("latest"."decided_by",
      "earlier"."decided_by") as "decided_by", coalesce("latest"."policy", "earlier"."policy") as "policy",
      coalesce("latest"."expires_at", "earlier"."expires_at") as "expires_at", coalesce(latest.updated_at,
      earlier.valid_from) as decided_at
) a
left join finding_audit entry on entry.id = shown.entry_id
left join finding_change change on change.project_id = shown.project_id
  and change.at = shown.at
  and shown.entry_id = 0
  and not shown.is_import
order by shown.at, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id
-- $1: "2026-11-01T00:00:00.000Z"
-- $2: 1793491200000000
-- $3: 3
-- $4: 4
-- $5: [1,2]
-- $6: 101
-- $7: "2026-11-01T00:00:00.000Z"
-- $8: 1793491200000000
-- $9: 3
-- $10: 4
-- $11: [1,2]
-- $12: 101
-- $13: "2026-11-01T00:00:00.000Z"
-- $14: 1793491200000000
-- $15: 3
-- $16: 4
-- $17: [1,2]
-- $18: 101
-- $19: 101
