-- Findings ----------------------------------------------------------------------------------------------------

-- A component that is affected by a vulnerability. Like components, these rows have no foreign keys: an analysis
-- writes some 10,000 at a time, and what deletes components and vulnerabilities takes them along (see the triggers).
create table finding (
  component_id     bigint not null,
  vulnerability_id bigint not null,
  project_id       bigint not null,
  first_seen       timestamptz not null,
  -- Set when no analyzer reports it any more; decision and history stay and come back with it.
  inactive_since   timestamptz,
  primary key (component_id, vulnerability_id)
);
create index finding_by_project on finding (project_id, vulnerability_id);
create index finding_by_vulnerability on finding (vulnerability_id, project_id);

-- Which analyzer reports a finding, and since when.
create table finding_attribution (
  component_id         bigint not null,
  vulnerability_id     bigint not null,
  -- 'none' when somebody assigned the vulnerability by hand.
  analyzer             text not null,
  attributed_at        timestamptz not null,
  alternate_identifier text,
  reference_url        text,
  -- What decided, for the reader: {identifier: PURL|CPE, asserter, affected (uuid of the matching statement)}.
  evidence             jsonb,
  -- Set when the analyzer stopped reporting it.
  deleted_at           timestamptz,
  primary key (component_id, vulnerability_id, analyzer)
);

-- Decisions ---------------------------------------------------------------------------------------------------

-- What was decided about a finding; no row means that nobody decided anything. Narrow and with room to change a
-- row in its page.
create table finding_analysis (
  component_id     bigint not null,
  vulnerability_id bigint not null,
  project_id       bigint not null,
  state            text not null default 'NOT_SET',
  justification    text not null default 'NOT_SET',
  response         text not null default 'NOT_SET',
  details          text,
  is_suppressed    boolean not null default false,
  -- Ratings that stand in for those of the vulnerability.
  severity         text,
  cvss_v2_vector   text,
  cvss_v2_score    double precision,
  cvss_v3_vector   text,
  cvss_v3_score    double precision,
  cvss_v4_vector   text,
  cvss_v4_score    double precision,
  owasp_vector     text,
  owasp_score      double precision,
  -- Whose decision it is: policies leave alone what a person or a VEX document decided.
  decided_by       text not null check (decided_by in ('PERSON', 'VEX', 'POLICY', 'CARRIED_OVER', 'EXPIRY')),
  -- The name of the policy, when it was one.
  policy           text,
  -- When the decision lapses, and what then holds again: the fields as they were before it.
  expires_at       timestamptz,
  before_expiry    jsonb,
  updated_at       timestamptz not null,
  primary key (component_id, vulnerability_id)
) with (fillfactor = 80);
create index finding_analysis_by_project on finding_analysis (project_id);
create index finding_analysis_expiring on finding_analysis (expires_at) where expires_at is not null;

-- The audit history: one entry for each applied decision, and one for each comment.
create table finding_audit (
  id               bigint generated always as identity primary key,
  component_id     bigint not null,
  vulnerability_id bigint not null,
  at               timestamptz not null,
  commenter        text,
  comment          text not null,
  -- [{field, from, to}], in the order of the comment; null for a mere comment.
  changes          jsonb,
  -- Decisions made together can be undone together.
  batch            uuid
);
create index finding_audit_by_finding on finding_audit (component_id, vulnerability_id, id);
create index finding_audit_by_batch on finding_audit (batch) where batch is not null;

create function delete_findings_of_components() returns trigger language plpgsql as $$
begin
  delete from finding_audit using gone where finding_audit.component_id = gone.id;
  delete from finding_analysis using gone where finding_analysis.component_id = gone.id;
  delete from finding_attribution using gone where finding_attribution.component_id = gone.id;
  delete from finding using gone where finding.component_id = gone.id;
  return null;
end $$;
create trigger findings_of_components after delete on component referencing old table as gone
  for each statement execute function delete_findings_of_components();

-- Only vulnerabilities made by hand are ever deleted: few, so no index of their own.
create function delete_findings_of_vulnerabilities() returns trigger language plpgsql as $$
begin
  delete from finding_audit a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_analysis a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding_attribution a using gone g, finding f
    where f.vulnerability_id = g.id and a.component_id = f.component_id and a.vulnerability_id = g.id;
  delete from finding using gone where finding.vulnerability_id = gone.id;
  return null;
end $$;
create trigger findings_of_vulnerabilities after delete on vulnerability referencing old table as gone
  for each statement execute function delete_findings_of_vulnerabilities();
