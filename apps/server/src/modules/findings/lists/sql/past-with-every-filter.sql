select "f"."component_id" as "componentId", "f"."vulnerability_id" as "vulnerabilityId"
from ((
  select f.component_id, f.vulnerability_id
  from finding f
  join component c on c.id = f.component_id
  join project p on p.id = f.project_id
  join vulnerability current on current.id = f.vulnerability_id
  left join lateral (
    select past.*
    from vulnerability_rating_past past
    where past.vulnerability_id = "current"."id"
      and past.valid_to > $1::timestamptz
    order by past.valid_to
    limit 1
  ) rated on true
  cross join lateral (
    select current.id, current.uuid, current.source, current.vuln_id, current.title, current.published_at,
        case when rated.vulnerability_id is null then "current"."severity"
        else "rated"."severity" end as "severity", case when rated.vulnerability_id is null
        then "current"."cvss_v2_vector" else "rated"."cvss_v2_vector" end as "cvss_v2_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v2_score"
        else "rated"."cvss_v2_score" end as "cvss_v2_score", case when rated.vulnerability_id is null
        then "current"."cvss_v3_vector" else "rated"."cvss_v3_vector" end as "cvss_v3_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v3_score"
        else "rated"."cvss_v3_score" end as "cvss_v3_score", case when rated.vulnerability_id is null
        then "current"."cvss_v4_vector" else "rated"."cvss_v4_vector" end as "cvss_v4_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v4_score"
        else "rated"."cvss_v4_score" end as "cvss_v4_score", case when rated.vulnerability_id is null
        then "current"."owasp_vector" else "rated"."owasp_vector" end as "owasp_vector",
        case when rated.vulnerability_id is null then "current"."owasp_likelihood_score"
        else "rated"."owasp_likelihood_score" end as "owasp_likelihood_score",
        case when rated.vulnerability_id is null then "current"."owasp_technical_impact_score"
        else "rated"."owasp_technical_impact_score" end as "owasp_technical_impact_score",
        case when rated.vulnerability_id is null then "current"."owasp_business_impact_score"
        else "rated"."owasp_business_impact_score" end as "owasp_business_impact_score"
  ) v
  left join finding_analysis latest on "latest"."component_id" = "f"."component_id"
    and "latest"."vulnerability_id" = "f"."vulnerability_id"
    and latest.updated_at <= $2::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $3::timestamptz
    and earlier.valid_to > $4::timestamptz
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
  left join lateral (
    select known.*
    from (
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $5::timestamptz
        and (known.deleted_at is null or known.deleted_at > $6::timestamptz)
      union all
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution_past known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $7::timestamptz
        and known.deleted_at > $8::timestamptz
    ) known
    order by known.attributed_at, known.analyzer
    limit 1
  ) at on true
  where f.first_seen <= $9::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $10::timestamptz and (f.inactive_since is null
        or f.inactive_since > $11::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $12::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $13::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $14::timestamptz
        and past.valid_to > $15::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $16::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $17::timestamptz
        and hidden.valid_to > $18::timestamptz
    )
    and (not exists (
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
        and project_access.team_id = any ($19::bigint[])
    ))
    and p.inactive_since is null
    and v.source = $20
    and f.vulnerability_id in (
      select known.id
      from kev_assertion k
      join vulnerability known on known.vuln_id = k.vuln_id
        and known.source = k.source
      union
      select known.id
      from kev_assertion k
      join vulnerability_alias mine on mine.vuln_id = k.vuln_id
        and mine.source = k.source
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
    )
    and v.published_at >= $21::timestamptz
    and v.published_at < $22::timestamptz
    and current.severity = any ($23::text[])
    and not exists (
      select
      from vulnerability_rating_past past
      where past.vulnerability_id = current.id
        and past.valid_to > $24::timestamptz
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $25::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $26::timestamptz
        and own.valid_to > $27::timestamptz
    )
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $28::float8
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $29::float8
    and f.vulnerability_id in (
      select known.id
      from epss_score scored
      join vulnerability known on known.vuln_id = scored.cve
      where scored.score >= $30::float8
      union
      select known.id
      from epss_score scored
      join vulnerability_alias mine on mine.vuln_id = scored.cve
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
      where scored.score >= $31::float8
    )
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($32::text[])
    and coalesce(a.response, 'NOT_SET') = any ($33::text[])
    and at.attributed_at >= $34::timestamptz
    and (c.name like $35 or p.name like $36)
    and (c.name ilike $37 or c.group_name ilike $38 or v.vuln_id ilike $39)
  order by f.component_id, f.vulnerability_id
  limit $40
) union all (
  select f.component_id, f.vulnerability_id
  from finding f
  join component c on c.id = f.component_id
  join project p on p.id = f.project_id
  join vulnerability current on current.id = f.vulnerability_id
  left join lateral (
    select past.*
    from vulnerability_rating_past past
    where past.vulnerability_id = "current"."id"
      and past.valid_to > $41::timestamptz
    order by past.valid_to
    limit 1
  ) rated on true
  cross join lateral (
    select current.id, current.uuid, current.source, current.vuln_id, current.title, current.published_at,
        case when rated.vulnerability_id is null then "current"."severity"
        else "rated"."severity" end as "severity", case when rated.vulnerability_id is null
        then "current"."cvss_v2_vector" else "rated"."cvss_v2_vector" end as "cvss_v2_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v2_score"
        else "rated"."cvss_v2_score" end as "cvss_v2_score", case when rated.vulnerability_id is null
        then "current"."cvss_v3_vector" else "rated"."cvss_v3_vector" end as "cvss_v3_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v3_score"
        else "rated"."cvss_v3_score" end as "cvss_v3_score", case when rated.vulnerability_id is null
        then "current"."cvss_v4_vector" else "rated"."cvss_v4_vector" end as "cvss_v4_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v4_score"
        else "rated"."cvss_v4_score" end as "cvss_v4_score", case when rated.vulnerability_id is null
        then "current"."owasp_vector" else "rated"."owasp_vector" end as "owasp_vector",
        case when rated.vulnerability_id is null then "current"."owasp_likelihood_score"
        else "rated"."owasp_likelihood_score" end as "owasp_likelihood_score",
        case when rated.vulnerability_id is null then "current"."owasp_technical_impact_score"
        else "rated"."owasp_technical_impact_score" end as "owasp_technical_impact_score",
        case when rated.vulnerability_id is null then "current"."owasp_business_impact_score"
        else "rated"."owasp_business_impact_score" end as "owasp_business_impact_score"
  ) v
  left join finding_analysis latest on "latest"."component_id" = "f"."component_id"
    and "latest"."vulnerability_id" = "f"."vulnerability_id"
    and latest.updated_at <= $42::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $43::timestamptz
    and earlier.valid_to > $44::timestamptz
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
  left join lateral (
    select known.*
    from (
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $45::timestamptz
        and (known.deleted_at is null or known.deleted_at > $46::timestamptz)
      union all
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution_past known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $47::timestamptz
        and known.deleted_at > $48::timestamptz
    ) known
    order by known.attributed_at, known.analyzer
    limit 1
  ) at on true
  where f.first_seen <= $49::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $50::timestamptz and (f.inactive_since is null
        or f.inactive_since > $51::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $52::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $53::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $54::timestamptz
        and past.valid_to > $55::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $56::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $57::timestamptz
        and hidden.valid_to > $58::timestamptz
    )
    and (not exists (
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
        and project_access.team_id = any ($59::bigint[])
    ))
    and p.inactive_since is null
    and v.source = $60
    and f.vulnerability_id in (
      select known.id
      from kev_assertion k
      join vulnerability known on known.vuln_id = k.vuln_id
        and known.source = k.source
      union
      select known.id
      from kev_assertion k
      join vulnerability_alias mine on mine.vuln_id = k.vuln_id
        and mine.source = k.source
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
    )
    and v.published_at >= $61::timestamptz
    and v.published_at < $62::timestamptz
    and f.vulnerability_id in (
      select past.vulnerability_id
      from vulnerability_rating_past past
      where past.valid_to > $63::timestamptz
        and past.severity = any ($64::text[])
        and not exists (
          select
          from vulnerability_rating_past sooner
          where sooner.vulnerability_id = past.vulnerability_id
            and sooner.valid_to > $65::timestamptz
            and sooner.valid_to < past.valid_to
        )
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $66::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $67::timestamptz
        and own.valid_to > $68::timestamptz
    )
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $69::float8
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $70::float8
    and f.vulnerability_id in (
      select known.id
      from epss_score scored
      join vulnerability known on known.vuln_id = scored.cve
      where scored.score >= $71::float8
      union
      select known.id
      from epss_score scored
      join vulnerability_alias mine on mine.vuln_id = scored.cve
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
      where scored.score >= $72::float8
    )
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($73::text[])
    and coalesce(a.response, 'NOT_SET') = any ($74::text[])
    and at.attributed_at >= $75::timestamptz
    and (c.name like $76 or p.name like $77)
    and (c.name ilike $78 or c.group_name ilike $79 or v.vuln_id ilike $80)
  order by f.component_id, f.vulnerability_id
  limit $81
) union all (
  select f.component_id, f.vulnerability_id
  from finding f
  join component c on c.id = f.component_id
  join project p on p.id = f.project_id
  join vulnerability current on current.id = f.vulnerability_id
  left join lateral (
    select past.*
    from vulnerability_rating_past past
    where past.vulnerability_id = "current"."id"
      and past.valid_to > $82::timestamptz
    order by past.valid_to
    limit 1
  ) rated on true
  cross join lateral (
    select current.id, current.uuid, current.source, current.vuln_id, current.title, current.published_at,
        case when rated.vulnerability_id is null then "current"."severity"
        else "rated"."severity" end as "severity", case when rated.vulnerability_id is null
        then "current"."cvss_v2_vector" else "rated"."cvss_v2_vector" end as "cvss_v2_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v2_score"
        else "rated"."cvss_v2_score" end as "cvss_v2_score", case when rated.vulnerability_id is null
        then "current"."cvss_v3_vector" else "rated"."cvss_v3_vector" end as "cvss_v3_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v3_score"
        else "rated"."cvss_v3_score" end as "cvss_v3_score", case when rated.vulnerability_id is null
        then "current"."cvss_v4_vector" else "rated"."cvss_v4_vector" end as "cvss_v4_vector",
        case when rated.vulnerability_id is null then "current"."cvss_v4_score"
        else "rated"."cvss_v4_score" end as "cvss_v4_score", case when rated.vulnerability_id is null
        then "current"."owasp_vector" else "rated"."owasp_vector" end as "owasp_vector",
        case when rated.vulnerability_id is null then "current"."owasp_likelihood_score"
        else "rated"."owasp_likelihood_score" end as "owasp_likelihood_score",
        case when rated.vulnerability_id is null then "current"."owasp_technical_impact_score"
        else "rated"."owasp_technical_impact_score" end as "owasp_technical_impact_score",
        case when rated.vulnerability_id is null then "current"."owasp_business_impact_score"
        else "rated"."owasp_business_impact_score" end as "owasp_business_impact_score"
  ) v
  left join finding_analysis latest on "latest"."component_id" = "f"."component_id"
    and "latest"."vulnerability_id" = "f"."vulnerability_id"
    and latest.updated_at <= $83::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $84::timestamptz
    and earlier.valid_to > $85::timestamptz
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
  left join lateral (
    select known.*
    from (
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $86::timestamptz
        and (known.deleted_at is null or known.deleted_at > $87::timestamptz)
      union all
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution_past known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $88::timestamptz
        and known.deleted_at > $89::timestamptz
    ) known
    order by known.attributed_at, known.analyzer
    limit 1
  ) at on true
  where f.first_seen <= $90::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $91::timestamptz and (f.inactive_since is null
        or f.inactive_since > $92::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $93::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $94::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $95::timestamptz
        and past.valid_to > $96::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $97::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $98::timestamptz
        and hidden.valid_to > $99::timestamptz
    )
    and (not exists (
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
        and project_access.team_id = any ($100::bigint[])
    ))
    and p.inactive_since is null
    and v.source = $101
    and f.vulnerability_id in (
      select known.id
      from kev_assertion k
      join vulnerability known on known.vuln_id = k.vuln_id
        and known.source = k.source
      union
      select known.id
      from kev_assertion k
      join vulnerability_alias mine on mine.vuln_id = k.vuln_id
        and mine.source = k.source
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
    )
    and v.published_at >= $102::timestamptz
    and v.published_at < $103::timestamptz
    and (f.component_id, f.vulnerability_id) in (
      select own.component_id, own.vulnerability_id
      from finding_analysis own
      where own.severity is not null
        and own.updated_at <= $104::timestamptz
        and own.severity = any ($105::text[])
      union all
      select own.component_id, own.vulnerability_id
      from finding_analysis_past own
      where own.severity is not null
        and own.valid_from <= $106::timestamptz
        and own.valid_to > $107::timestamptz
        and own.severity = any ($108::text[])
    )
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $109::float8
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $110::float8
    and f.vulnerability_id in (
      select known.id
      from epss_score scored
      join vulnerability known on known.vuln_id = scored.cve
      where scored.score >= $111::float8
      union
      select known.id
      from epss_score scored
      join vulnerability_alias mine on mine.vuln_id = scored.cve
      join vulnerability_alias other on other.group_id = mine.group_id
      join vulnerability known on known.vuln_id = other.vuln_id
        and known.source = other.source
      where scored.score >= $112::float8
    )
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($113::text[])
    and coalesce(a.response, 'NOT_SET') = any ($114::text[])
    and at.attributed_at >= $115::timestamptz
    and (c.name like $116 or p.name like $117)
    and (c.name ilike $118 or c.group_name ilike $119 or v.vuln_id ilike $120)
  order by f.component_id, f.vulnerability_id
  limit $121
)) f
order by f.component_id, f.vulnerability_id
limit $122
offset $123
-- $1: "2026-11-01T00:00:00.000Z"
-- $2: "2026-11-01T00:00:00.000Z"
-- $3: "2026-11-01T00:00:00.000Z"
-- $4: "2026-11-01T00:00:00.000Z"
-- $5: "2026-11-01T00:00:00.000Z"
-- $6: "2026-11-01T00:00:00.000Z"
-- $7: "2026-11-01T00:00:00.000Z"
-- $8: "2026-11-01T00:00:00.000Z"
-- $9: "2026-11-01T00:00:00.000Z"
-- $10: "2026-11-01T00:00:00.000Z"
-- $11: "2026-11-01T00:00:00.000Z"
-- $12: "2026-11-01T00:00:00.000Z"
-- $13: "2026-11-01T00:00:00.000Z"
-- $14: "2026-11-01T00:00:00.000Z"
-- $15: "2026-11-01T00:00:00.000Z"
-- $16: "2026-11-01T00:00:00.000Z"
-- $17: "2026-11-01T00:00:00.000Z"
-- $18: "2026-11-01T00:00:00.000Z"
-- $19: [1,2]
-- $20: "NVD"
-- $21: "2026-01-01T00:00:00.000Z"
-- $22: "2026-02-01T00:00:00.000Z"
-- $23: ["CRITICAL","HIGH"]
-- $24: "2026-11-01T00:00:00.000Z"
-- $25: "2026-11-01T00:00:00.000Z"
-- $26: "2026-11-01T00:00:00.000Z"
-- $27: "2026-11-01T00:00:00.000Z"
-- $28: 7
-- $29: 10
-- $30: 0.5
-- $31: 0.5
-- $32: ["NOT_SET","IN_TRIAGE"]
-- $33: ["NOT_SET"]
-- $34: "2026-01-01T00:00:00.000Z"
-- $35: "%a\\_b%"
-- $36: "%a\\_b%"
-- $37: "%acme%"
-- $38: "%acme%"
-- $39: "%acme%"
-- $40: 200
-- $41: "2026-11-01T00:00:00.000Z"
-- $42: "2026-11-01T00:00:00.000Z"
-- $43: "2026-11-01T00:00:00.000Z"
-- $44: "2026-11-01T00:00:00.000Z"
-- $45: "2026-11-01T00:00:00.000Z"
-- $46: "2026-11-01T00:00:00.000Z"
-- $47: "2026-11-01T00:00:00.000Z"
-- $48: "2026-11-01T00:00:00.000Z"
-- $49: "2026-11-01T00:00:00.000Z"
-- $50: "2026-11-01T00:00:00.000Z"
-- $51: "2026-11-01T00:00:00.000Z"
-- $52: "2026-11-01T00:00:00.000Z"
-- $53: "2026-11-01T00:00:00.000Z"
-- $54: "2026-11-01T00:00:00.000Z"
-- $55: "2026-11-01T00:00:00.000Z"
-- $56: "2026-11-01T00:00:00.000Z"
-- $57: "2026-11-01T00:00:00.000Z"
-- $58: "2026-11-01T00:00:00.000Z"
-- $59: [1,2]
-- $60: "NVD"
-- $61: "2026-01-01T00:00:00.000Z"
-- $62: "2026-02-01T00:00:00.000Z"
-- $63: "2026-11-01T00:00:00.000Z"
-- $64: ["CRITICAL","HIGH"]
-- $65: "2026-11-01T00:00:00.000Z"
-- $66: "2026-11-01T00:00:00.000Z"
-- $67: "2026-11-01T00:00:00.000Z"
-- $68: "2026-11-01T00:00:00.000Z"
-- $69: 7
-- $70: 10
-- $71: 0.5
-- $72: 0.5
-- $73: ["NOT_SET","IN_TRIAGE"]
-- $74: ["NOT_SET"]
-- $75: "2026-01-01T00:00:00.000Z"
-- $76: "%a\\_b%"
-- $77: "%a\\_b%"
-- $78: "%acme%"
-- $79: "%acme%"
-- $80: "%acme%"
-- $81: 200
-- $82: "2026-11-01T00:00:00.000Z"
-- $83: "2026-11-01T00:00:00.000Z"
-- $84: "2026-11-01T00:00:00.000Z"
-- $85: "2026-11-01T00:00:00.000Z"
-- $86: "2026-11-01T00:00:00.000Z"
-- $87: "2026-11-01T00:00:00.000Z"
-- $88: "2026-11-01T00:00:00.000Z"
-- $89: "2026-11-01T00:00:00.000Z"
-- $90: "2026-11-01T00:00:00.000Z"
-- $91: "2026-11-01T00:00:00.000Z"
-- $92: "2026-11-01T00:00:00.000Z"
-- $93: "2026-11-01T00:00:00.000Z"
-- $94: "2026-11-01T00:00:00.000Z"
-- $95: "2026-11-01T00:00:00.000Z"
-- $96: "2026-11-01T00:00:00.000Z"
-- $97: "2026-11-01T00:00:00.000Z"
-- $98: "2026-11-01T00:00:00.000Z"
-- $99: "2026-11-01T00:00:00.000Z"
-- $100: [1,2]
-- $101: "NVD"
-- $102: "2026-01-01T00:00:00.000Z"
-- $103: "2026-02-01T00:00:00.000Z"
-- $104: "2026-11-01T00:00:00.000Z"
-- $105: ["CRITICAL","HIGH"]
-- $106: "2026-11-01T00:00:00.000Z"
-- $107: "2026-11-01T00:00:00.000Z"
-- $108: ["CRITICAL","HIGH"]
-- $109: 7
-- $110: 10
-- $111: 0.5
-- $112: 0.5
-- $113: ["NOT_SET","IN_TRIAGE"]
-- $114: ["NOT_SET"]
-- $115: "2026-01-01T00:00:00.000Z"
-- $116: "%a\\_b%"
-- $117: "%a\\_b%"
-- $118: "%acme%"
-- $119: "%acme%"
-- $120: "%acme%"
-- $121: 200
-- $122: 100
-- $123: 100
