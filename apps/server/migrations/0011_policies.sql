-- Component policies --------------------------------------------------------------------------------------------

create table policy (
  id                          bigint generated always as identity primary key,
  uuid                        uuid not null unique,
  name                        text not null unique,
  operator                    text not null check (operator in ('ALL', 'ANY')),
  violation_state             text not null check (violation_state in ('INFO', 'WARN', 'FAIL')),
  include_children            boolean not null default false,
  only_latest_project_version boolean not null default false,
  created_at                  timestamptz not null default now()
);

create table policy_condition (
  id               bigint generated always as identity primary key,
  uuid             uuid not null unique,
  policy_id        bigint not null references policy on delete cascade,
  subject          text not null,
  operator         text not null,
  value            text not null,
  -- Only of expressions; what all others violate follows from their subject.
  violation_type   text check (violation_type in ('LICENSE', 'SECURITY', 'OPERATIONAL')),
  -- Why it could not be evaluated the last time.
  evaluation_error text
);
create index policy_condition_by_policy on policy_condition (policy_id);

create table policy_project (
  policy_id  bigint not null references policy on delete cascade,
  project_id bigint not null references project on delete cascade,
  primary key (policy_id, project_id)
);
create index policy_project_by_project on policy_project (project_id);

create table policy_tag (
  policy_id bigint not null references policy on delete cascade,
  tag_id    bigint not null references tag on delete cascade,
  primary key (policy_id, tag_id)
);
create index policy_tag_by_tag on policy_tag (tag_id);

-- Violations ----------------------------------------------------------------------------------------------------

-- Like findings: no foreign key to components, a trigger instead; kept with its history when it stops applying.
create table policy_violation (
  id             bigint generated always as identity primary key,
  uuid           uuid not null unique,
  component_id   bigint not null,
  project_id     bigint not null,
  condition_id   bigint not null references policy_condition on delete cascade,
  type           text not null check (type in ('LICENSE', 'SECURITY', 'OPERATIONAL')),
  occurred_at    timestamptz not null,
  inactive_since timestamptz,
  unique (component_id, condition_id)
);
create index policy_violation_by_project on policy_violation (project_id, condition_id);
create index policy_violation_by_condition on policy_violation (condition_id);
create index policy_violation_by_time on policy_violation (occurred_at desc, id);

create table policy_violation_analysis (
  violation_id  bigint primary key references policy_violation on delete cascade,
  state         text not null default 'NOT_SET' check (state in ('NOT_SET', 'APPROVED', 'REJECTED')),
  is_suppressed boolean not null default false
);

create table policy_violation_audit (
  id           bigint generated always as identity primary key,
  violation_id bigint not null references policy_violation on delete cascade,
  at           timestamptz not null,
  commenter    text,
  comment      text not null
);
create index policy_violation_audit_by_violation on policy_violation_audit (violation_id, id);

create function delete_violations_of_components() returns trigger language plpgsql as $$
begin
  delete from policy_violation using gone where policy_violation.component_id = gone.id;
  return null;
end $$;
create trigger violations_of_components after delete on component referencing old table as gone
  for each statement execute function delete_violations_of_components();

-- Vulnerability policies ----------------------------------------------------------------------------------------

create table vuln_policy_bundle (
  uuid                 uuid primary key,
  url                  text not null,
  -- SHA-256 of what was applied last; etag and last_modified as the server said them then.
  hash                 text,
  etag                 text,
  last_modified        text,
  last_successful_sync timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz
);

create table vuln_policy_sync_run (
  id             bigint generated always as identity primary key,
  bundle_uuid    uuid not null references vuln_policy_bundle on delete cascade,
  status         text not null check (status in ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
  requested_at   timestamptz not null,
  started_at     timestamptz,
  completed_at   timestamptz,
  failure_reason text
);
create index vuln_policy_sync_run_by_bundle on vuln_policy_sync_run (bundle_uuid, id);

create table vuln_policy (
  id               bigint generated always as identity primary key,
  uuid             uuid not null unique,
  name             text not null unique,
  description      text,
  author           text,
  condition        text not null,
  -- {state, justification?, response?, details?, suppress?}
  analysis         jsonb not null,
  -- [{method, severity, vector?, score?}]
  ratings          jsonb not null default '[]',
  operation_mode   text not null check (operation_mode in ('APPLY', 'LOG', 'DISABLED')),
  priority         smallint not null check (priority between 0 and 100),
  valid_from       timestamptz,
  valid_until      timestamptz,
  -- Whoever has one is read-only.
  bundle_uuid      uuid references vuln_policy_bundle,
  created_at       timestamptz not null,
  updated_at       timestamptz,
  -- Why it could not be evaluated the last time.
  evaluation_error text,
  -- When the portfolio was last held against it: a window that has opened or closed since is still to be noticed.
  applied_at       timestamptz
);
create index vuln_policy_by_rank on vuln_policy (priority desc, id);
