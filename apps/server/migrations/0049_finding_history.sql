-- History of findings (ADR 0182) -----------------------------------------------------------------------------------

-- A finding is valid from its start until its end. The last interval is in the rows of the finding and its component: it
-- starts with the later of active_since and returned_at, and ends with the earlier of inactive_since and removed_at.
-- Earlier intervals are in finding_past. They are written when a finding or a component returns, so that new findings cost
-- nothing.

-- When the finding last became active, if not when it was first seen.
alter table finding add column active_since timestamptz;
-- When the component last returned after it was removed.
alter table component add column returned_at timestamptz;
create index component_returned on component (id) where returned_at is not null;
-- Findings are stored in the order of time. A page of a past with few findings reads only the oldest blocks.
create index finding_by_first_seen on finding using brin (first_seen) with (pages_per_range = 32, autosummarize = on);

-- A reactivated attribution has the time of its return. Clones have the times of the original, but later components.
update finding f set active_since = greatest(known.attributed_at, c.created_at)
from component c, (
  select component_id, vulnerability_id, min(attributed_at) as attributed_at
  from finding_attribution group by component_id, vulnerability_id
) known
where f.component_id = known.component_id and f.vulnerability_id = known.vulnerability_id and c.id = f.component_id
  and greatest(known.attributed_at, c.created_at) > f.first_seen;

create table finding_past (
  component_id     bigint not null,
  vulnerability_id bigint not null,
  project_id       bigint not null,
  valid_from       timestamptz not null,
  valid_to         timestamptz not null,
  -- Whether it started because the component returned, and ended because the component was removed.
  has_returned     boolean not null,
  was_removed      boolean not null,
  primary key (component_id, vulnerability_id, valid_from)
);
create index finding_past_by_project on finding_past (project_id);
create index finding_past_by_end on finding_past (valid_to);

create table finding_attribution_past (
  component_id         bigint not null,
  vulnerability_id     bigint not null,
  analyzer             text not null,
  attributed_at        timestamptz not null,
  deleted_at           timestamptz not null,
  alternate_identifier text,
  reference_url        text,
  evidence             jsonb,
  primary key (component_id, vulnerability_id, analyzer, attributed_at)
);
create index finding_attribution_past_by_end on finding_attribution_past (deleted_at);

-- Decisions that were replaced or withdrawn. The current one is valid since finding_analysis.updated_at.
create table finding_analysis_past (
  component_id     bigint not null,
  vulnerability_id bigint not null,
  valid_from       timestamptz not null,
  valid_to         timestamptz not null,
  state            text not null,
  justification    text not null,
  response         text not null,
  details          text,
  is_suppressed    boolean not null,
  severity         text,
  cvss_v2_vector   text,
  cvss_v2_score    double precision,
  cvss_v3_vector   text,
  cvss_v3_score    double precision,
  cvss_v4_vector   text,
  cvss_v4_score    double precision,
  owasp_vector     text,
  owasp_score      double precision,
  decided_by       text not null,
  policy           text,
  expires_at       timestamptz,
  primary key (component_id, vulnerability_id, valid_from)
);
create index finding_analysis_past_by_end on finding_analysis_past (valid_to);
create index finding_analysis_past_rated on finding_analysis_past (valid_to) where severity is not null;

-- Ratings of vulnerabilities until they changed. The rating at a time is the row that ended first after it, or the current
-- one. Of most vulnerabilities there is none.
create table vulnerability_rating_past (
  vulnerability_id             bigint not null references vulnerability on delete cascade,
  valid_to                     timestamptz not null,
  severity                     text not null,
  cvss_v2_vector               text,
  cvss_v2_score                double precision,
  cvss_v3_vector               text,
  cvss_v3_score                double precision,
  cvss_v4_vector               text,
  cvss_v4_score                double precision,
  owasp_vector                 text,
  owasp_likelihood_score       double precision,
  owasp_technical_impact_score double precision,
  owasp_business_impact_score  double precision,
  primary key (vulnerability_id, valid_to)
);
create index vulnerability_rating_past_by_end on vulnerability_rating_past (valid_to);

-- Why findings of a project appeared or disappeared at a time.
create table finding_change (
  project_id bigint not null,
  at         timestamptz not null,
  cause      text not null,
  -- The user, if a user did it.
  actor      text,
  primary key (project_id, at)
);
create index finding_change_by_time on finding_change (at);

-- Who made the decision of an audit entry. Null in entries written before.
alter table finding_audit add column decided_by text;

-- Intervals that end before a new one starts ------------------------------------------------------------------------

create function keep_past_findings() returns trigger language plpgsql as $$
begin
  insert into finding_past (component_id, vulnerability_id, project_id, valid_from, valid_to, has_returned, was_removed)
  select b.component_id, b.vulnerability_id, b.project_id, lasting.since, b.inactive_since,
    coalesce(c.returned_at = lasting.since, false), false
  from before b
  join after a on a.component_id = b.component_id and a.vulnerability_id = b.vulnerability_id
  join component c on c.id = b.component_id
  cross join lateral (select greatest(coalesce(b.active_since, b.first_seen), c.returned_at)) lasting (since)
  where b.inactive_since is not null and a.inactive_since is null and lasting.since < b.inactive_since
  on conflict do nothing;
  return null;
end $$;
create trigger past_findings after update on finding referencing old table as before new table as after
  for each statement execute function keep_past_findings();

create function keep_past_attributions() returns trigger language plpgsql as $$
begin
  insert into finding_attribution_past (component_id, vulnerability_id, analyzer, attributed_at, deleted_at,
    alternate_identifier, reference_url, evidence)
  select b.component_id, b.vulnerability_id, b.analyzer, b.attributed_at, b.deleted_at, b.alternate_identifier,
    b.reference_url, b.evidence
  from before b join after a
    on a.component_id = b.component_id and a.vulnerability_id = b.vulnerability_id and a.analyzer = b.analyzer
  where b.attributed_at < b.deleted_at and a.deleted_at is null
  on conflict do nothing;
  return null;
end $$;
create trigger past_attributions after update on finding_attribution referencing old table as before new table as after
  for each statement execute function keep_past_attributions();

-- For each row, because the transition tables of a statement would hold every column of every changed component.
create function keep_past_findings_of_component() returns trigger language plpgsql as $$
begin
  insert into finding_past (component_id, vulnerability_id, project_id, valid_from, valid_to, has_returned, was_removed)
  select f.component_id, f.vulnerability_id, f.project_id, lasting.since, lasting.until,
    coalesce(old.returned_at = lasting.since, false), old.removed_at = lasting.until
  from finding f
  cross join lateral (
    select greatest(coalesce(f.active_since, f.first_seen), old.returned_at), least(f.inactive_since, old.removed_at)
  ) lasting (since, until)
  where f.component_id = old.id and lasting.since < lasting.until
  on conflict do nothing;
  return null;
end $$;
create trigger past_findings after update of removed_at on component for each row
  when (old.removed_at is not null and new.removed_at is null) execute function keep_past_findings_of_component();

create function keep_past_rating() returns trigger language plpgsql as $$
begin
  insert into vulnerability_rating_past (vulnerability_id, valid_to, severity, cvss_v2_vector, cvss_v2_score,
    cvss_v3_vector, cvss_v3_score, cvss_v4_vector, cvss_v4_score, owasp_vector, owasp_likelihood_score,
    owasp_technical_impact_score, owasp_business_impact_score)
  values (old.id, clock_timestamp(), old.severity, old.cvss_v2_vector, old.cvss_v2_score, old.cvss_v3_vector,
    old.cvss_v3_score, old.cvss_v4_vector, old.cvss_v4_score, old.owasp_vector, old.owasp_likelihood_score,
    old.owasp_technical_impact_score, old.owasp_business_impact_score)
  on conflict do nothing;
  return null;
end $$;
create trigger past_rating after update on vulnerability for each row
  when ((old.severity, old.cvss_v2_vector, old.cvss_v2_score, old.cvss_v3_vector, old.cvss_v3_score,
      old.cvss_v4_vector, old.cvss_v4_score, old.owasp_vector, old.owasp_likelihood_score,
      old.owasp_technical_impact_score, old.owasp_business_impact_score)
    is distinct from (new.severity, new.cvss_v2_vector, new.cvss_v2_score, new.cvss_v3_vector, new.cvss_v3_score,
      new.cvss_v4_vector, new.cvss_v4_score, new.owasp_vector, new.owasp_likelihood_score,
      new.owasp_technical_impact_score, new.owasp_business_impact_score))
  execute function keep_past_rating();

-- History is deleted together with what it is about ------------------------------------------------------------------

create or replace function delete_findings_of_components() returns trigger language plpgsql as $$
begin
  delete from finding_audit using gone where finding_audit.component_id = gone.id;
  delete from finding_analysis using gone where finding_analysis.component_id = gone.id;
  delete from finding_analysis_past using gone where finding_analysis_past.component_id = gone.id;
  delete from finding_attribution using gone where finding_attribution.component_id = gone.id;
  delete from finding_attribution_past using gone where finding_attribution_past.component_id = gone.id;
  delete from finding_past using gone where finding_past.component_id = gone.id;
  delete from finding using gone where finding.component_id = gone.id;
  return null;
end $$;

create or replace function delete_findings_of_vulnerabilities() returns trigger language plpgsql as $$
begin
  delete from finding_audit a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_analysis a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_analysis_past a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_attribution a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_attribution_past a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_past p using gone g, finding f
    where f.vulnerability_id = g.id and p.component_id = f.component_id and p.vulnerability_id = g.id;
  delete from finding using gone where finding.vulnerability_id = gone.id;
  return null;
end $$;

create function delete_finding_changes() returns trigger language plpgsql as $$
begin
  delete from finding_change using gone where finding_change.project_id = gone.id;
  return null;
end $$;
create trigger finding_changes_of_projects after delete on project referencing old table as gone
  for each statement execute function delete_finding_changes();
