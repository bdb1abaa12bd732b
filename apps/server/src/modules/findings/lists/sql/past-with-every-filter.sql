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
  left join lateral (
    select named.score, named.percentile
    from (
      select epss_score.*
      from epss_score
      where epss_score.cve = v.vuln_id
      union all
      select epss_score.*
      from vulnerability_alias mine
      join vulnerability_alias other on other.group_id = mine.group_id
      join epss_score on epss_score.cve = other.vuln_id
      where mine.vuln_id = v.vuln_id
        and mine.source = v.source
    ) named
    order by named.score desc, named.percentile desc, named.cve
    limit 1
  ) e on true
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
    and e.score >= $30::float8
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($31::text[])
    and coalesce(a.response, 'NOT_SET') = any ($32::text[])
    and at.attributed_at >= $33::timestamptz
    and (c.name like $34 or p.name like $35)
    and (c.name ilike $36 or c.group_name ilike $37 or v.vuln_id ilike $38)
  order by f.component_id, f.vulnerability_id
  limit $39
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
      and past.valid_to > $40::timestamptz
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
    and latest.updated_at <= $41::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $42::timestamptz
    and earlier.valid_to > $43::timestamptz
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
        and known.attributed_at <= $44::timestamptz
        and (known.deleted_at is null or known.deleted_at > $45::timestamptz)
      union all
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution_past known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $46::timestamptz
        and known.deleted_at > $47::timestamptz
    ) known
    order by known.attributed_at, known.analyzer
    limit 1
  ) at on true
  left join lateral (
    select named.score, named.percentile
    from (
      select epss_score.*
      from epss_score
      where epss_score.cve = v.vuln_id
      union all
      select epss_score.*
      from vulnerability_alias mine
      join vulnerability_alias other on other.group_id = mine.group_id
      join epss_score on epss_score.cve = other.vuln_id
      where mine.vuln_id = v.vuln_id
        and mine.source = v.source
    ) named
    order by named.score desc, named.percentile desc, named.cve
    limit 1
  ) e on true
  where f.first_seen <= $48::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $49::timestamptz and (f.inactive_since is null
        or f.inactive_since > $50::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $51::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $52::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $53::timestamptz
        and past.valid_to > $54::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $55::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $56::timestamptz
        and hidden.valid_to > $57::timestamptz
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
        and project_access.team_id = any ($58::bigint[])
    ))
    and p.inactive_since is null
    and v.source = $59
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
    and v.published_at >= $60::timestamptz
    and v.published_at < $61::timestamptz
    and f.vulnerability_id in (
      select past.vulnerability_id
      from vulnerability_rating_past past
      where past.valid_to > $62::timestamptz
        and past.severity = any ($63::text[])
        and not exists (
          select
          from vulnerability_rating_past sooner
          where sooner.vulnerability_id = past.vulnerability_id
            and sooner.valid_to > $64::timestamptz
            and sooner.valid_to < past.valid_to
        )
    )
    and not exists (
      select
      from finding_analysis own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.updated_at <= $65::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past own
      where own.component_id = f.component_id
        and own.vulnerability_id = f.vulnerability_id
        and own.severity is not null
        and own.valid_from <= $66::timestamptz
        and own.valid_to > $67::timestamptz
    )
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $68::float8
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $69::float8
    and e.score >= $70::float8
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($71::text[])
    and coalesce(a.response, 'NOT_SET') = any ($72::text[])
    and at.attributed_at >= $73::timestamptz
    and (c.name like $74 or p.name like $75)
    and (c.name ilike $76 or c.group_name ilike $77 or v.vuln_id ilike $78)
  order by f.component_id, f.vulnerability_id
  limit $79
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
      and past.valid_to > $80::timestamptz
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
    and latest.updated_at <= $81::timestamptz
  left join finding_analysis_past earlier on "earlier"."component_id" = "f"."component_id"
    and "earlier"."vulnerability_id" = "f"."vulnerability_id"
    and earlier.valid_from <= $82::timestamptz
    and earlier.valid_to > $83::timestamptz
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
        and known.attributed_at <= $84::timestamptz
        and (known.deleted_at is null or known.deleted_at > $85::timestamptz)
      union all
      select known.analyzer, known.attributed_at, known.alternate_identifier, known.reference_url,
          known.evidence
      from finding_attribution_past known
      where "known"."component_id" = "f"."component_id"
        and "known"."vulnerability_id" = "f"."vulnerability_id"
        and known.attributed_at <= $86::timestamptz
        and known.deleted_at > $87::timestamptz
    ) known
    order by known.attributed_at, known.analyzer
    limit 1
  ) at on true
  left join lateral (
    select named.score, named.percentile
    from (
      select epss_score.*
      from epss_score
      where epss_score.cve = v.vuln_id
      union all
      select epss_score.*
      from vulnerability_alias mine
      join vulnerability_alias other on other.group_id = mine.group_id
      join epss_score on epss_score.cve = other.vuln_id
      where mine.vuln_id = v.vuln_id
        and mine.source = v.source
    ) named
    order by named.score desc, named.percentile desc, named.cve
    limit 1
  ) e on true
  where f.first_seen <= $88::timestamptz
    and ((coalesce(f.active_since, f.first_seen) <= $89::timestamptz and (f.inactive_since is null
        or f.inactive_since > $90::timestamptz) and not exists (
      select
      from component gone
      where gone.id = f.component_id
        and gone.removed_at <= $91::timestamptz
    ) and not exists (
      select
      from component back
      where back.id = f.component_id
        and back.returned_at > $92::timestamptz
    )) or exists (
      select
      from finding_past past
      where past.component_id = f.component_id
        and past.vulnerability_id = f.vulnerability_id
        and past.valid_from <= $93::timestamptz
        and past.valid_to > $94::timestamptz
    ))
    and not exists (
      select
      from finding_analysis hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.updated_at <= $95::timestamptz
    )
    and not exists (
      select
      from finding_analysis_past hidden
      where hidden.component_id = f.component_id
        and hidden.vulnerability_id = f.vulnerability_id
        and hidden.is_suppressed
        and hidden.valid_from <= $96::timestamptz
        and hidden.valid_to > $97::timestamptz
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
        and project_access.team_id = any ($98::bigint[])
    ))
    and p.inactive_since is null
    and v.source = $99
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
    and v.published_at >= $100::timestamptz
    and v.published_at < $101::timestamptz
    and (f.component_id, f.vulnerability_id) in (
      select own.component_id, own.vulnerability_id
      from finding_analysis own
      where own.severity is not null
        and own.updated_at <= $102::timestamptz
        and own.severity = any ($103::text[])
      union all
      select own.component_id, own.vulnerability_id
      from finding_analysis_past own
      where own.severity is not null
        and own.valid_from <= $104::timestamptz
        and own.valid_to > $105::timestamptz
        and own.severity = any ($106::text[])
    )
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) >= $107::float8
    and coalesce(a.cvss_v3_score, v.cvss_v3_score) <= $108::float8
    and e.score >= $109::float8
    and a.component_id is not null
    and coalesce(a.state, 'NOT_SET') = any ($110::text[])
    and coalesce(a.response, 'NOT_SET') = any ($111::text[])
    and at.attributed_at >= $112::timestamptz
    and (c.name like $113 or p.name like $114)
    and (c.name ilike $115 or c.group_name ilike $116 or v.vuln_id ilike $117)
  order by f.component_id, f.vulnerability_id
  limit $118
)) f
order by f.component_id, f.vulnerability_id
limit $119
offset $120
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
-- $31: ["NOT_SET","IN_TRIAGE"]
-- $32: ["NOT_SET"]
-- $33: "2026-01-01T00:00:00.000Z"
-- $34: "%a\\_b%"
-- $35: "%a\\_b%"
-- $36: "%acme%"
-- $37: "%acme%"
-- $38: "%acme%"
-- $39: 200
-- $40: "2026-11-01T00:00:00.000Z"
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
-- $58: [1,2]
-- $59: "NVD"
-- $60: "2026-01-01T00:00:00.000Z"
-- $61: "2026-02-01T00:00:00.000Z"
-- $62: "2026-11-01T00:00:00.000Z"
-- $63: ["CRITICAL","HIGH"]
-- $64: "2026-11-01T00:00:00.000Z"
-- $65: "2026-11-01T00:00:00.000Z"
-- $66: "2026-11-01T00:00:00.000Z"
-- $67: "2026-11-01T00:00:00.000Z"
-- $68: 7
-- $69: 10
-- $70: 0.5
-- $71: ["NOT_SET","IN_TRIAGE"]
-- $72: ["NOT_SET"]
-- $73: "2026-01-01T00:00:00.000Z"
-- $74: "%a\\_b%"
-- $75: "%a\\_b%"
-- $76: "%acme%"
-- $77: "%acme%"
-- $78: "%acme%"
-- $79: 200
-- $80: "2026-11-01T00:00:00.000Z"
-- $81: "2026-11-01T00:00:00.000Z"
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
-- $98: [1,2]
-- $99: "NVD"
-- $100: "2026-01-01T00:00:00.000Z"
-- $101: "2026-02-01T00:00:00.000Z"
-- $102: "2026-11-01T00:00:00.000Z"
-- $103: ["CRITICAL","HIGH"]
-- $104: "2026-11-01T00:00:00.000Z"
-- $105: "2026-11-01T00:00:00.000Z"
-- $106: ["CRITICAL","HIGH"]
-- $107: 7
-- $108: 10
-- $109: 0.5
-- $110: ["NOT_SET","IN_TRIAGE"]
-- $111: ["NOT_SET"]
-- $112: "2026-01-01T00:00:00.000Z"
-- $113: "%a\\_b%"
-- $114: "%a\\_b%"
-- $115: "%acme%"
-- $116: "%acme%"
-- $117: "%acme%"
-- $118: 200
-- $119: 100
-- $120: 100
