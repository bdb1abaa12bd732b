-- Users, teams and what they may do ---------------------------------------------------------------------------

create table app_user (
  id                    bigint generated always as identity primary key,
  kind                  text not null check (kind in ('MANAGED', 'LDAP', 'OIDC')),
  username              text not null unique,
  fullname              text,
  email                 text,
  password_hash         text,
  last_password_change  timestamptz not null default now(),
  force_password_change boolean not null default false,
  non_expiry_password   boolean not null default false,
  suspended             boolean not null default false,
  ldap_dn               text,
  oidc_subject          text,
  created_at            timestamptz not null default now(),
  -- Users whose names clashed when user tables were merged carry this suffix until an administrator renames them.
  name_conflict         boolean not null generated always as
                          (kind <> 'MANAGED' and username like '%-CONFLICT-' || kind) stored,
  check (kind <> 'MANAGED' or password_hash is not null)
);

create table user_permission (
  user_id    bigint not null references app_user on delete cascade,
  permission text not null,
  primary key (user_id, permission)
);

create table team (
  id   bigint generated always as identity primary key,
  uuid uuid not null unique,
  name text not null unique
);

create table team_permission (
  team_id    bigint not null references team on delete cascade,
  permission text not null,
  primary key (team_id, permission)
);

create table team_member (
  team_id bigint not null references team on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  primary key (team_id, user_id)
);
create index team_member_by_user on team_member (user_id);

-- Only hashes of what a caller presents are kept.
create table user_session (
  token_hash   bytea primary key,
  user_id      bigint not null references app_user on delete cascade,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_at timestamptz
);
create index user_session_by_user on user_session (user_id);
create index user_session_by_expiry on user_session (expires_at);

create table api_key (
  id           bigint generated always as identity primary key,
  public_id    text not null unique,
  secret_hash  bytea not null,
  comment      text,
  legacy       boolean not null default false,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);

create table api_key_team (
  api_key_id bigint not null references api_key on delete cascade,
  team_id    bigint not null references team on delete cascade,
  primary key (api_key_id, team_id)
);
create index api_key_team_by_team on api_key_team (team_id);

-- Failed sign-ins by user name and by address, shared by all nodes.
create table login_failure (
  subject       text primary key,
  failures      integer not null,
  last_at       timestamptz not null,
  blocked_until timestamptz
);

-- Settings that are changed while the service runs ------------------------------------------------------------

-- Only what was set: a setting without a row, or with an emptied one, has its default.
create table setting (
  group_name text not null,
  name       text not null,
  value      text,
  primary key (group_name, name)
);

-- Identifies the installation.
insert into setting (group_name, name, value) values ('internal', 'cluster.id', gen_random_uuid()::text);

-- Portfolio ---------------------------------------------------------------------------------------------------

create table tag (
  id   bigint generated always as identity primary key,
  name text not null unique
);

create table project (
  id                          bigint generated always as identity primary key,
  uuid                        uuid not null unique,
  name                        text not null,
  version                     text,
  group_name                  text,
  publisher                   text,
  description                 text,
  classifier                  text,
  cpe                         text,
  purl                        text,
  swid_tag_id                 text,
  authors                     jsonb,
  manufacturer                jsonb,
  supplier                    jsonb,
  external_references         jsonb,
  metadata                    jsonb,
  is_latest                   boolean not null default false,
  inactive_since              timestamptz,
  parent_id                   bigint references project on delete cascade,
  collection_logic            text,
  collection_tag_id           bigint references tag,
  last_bom_import             timestamptz,
  last_bom_import_format      text,
  last_vulnerability_analysis timestamptz,
  last_risk_score             double precision,
  created_at                  timestamptz not null default now()
);
-- One project per name and version; "no version" is a version too. ("nulls not distinct" needs PostgreSQL 15.)
create unique index project_name_version on project (name, version) where version is not null;
create unique index project_name_without_version on project (name) where version is null;
create unique index project_latest on project (name) where is_latest;
create index project_by_parent on project (parent_id);
create index project_by_collection_tag on project (collection_tag_id) where collection_tag_id is not null;
-- The order of every list that is not asked for another one.
create index project_by_name on project (lower(name), version, id);

-- Every project below every ancestor, itself included at depth 0: access to a project is access to an ancestor.
create table project_ancestry (
  descendant_id bigint not null references project on delete cascade,
  ancestor_id   bigint not null references project on delete cascade,
  depth         integer not null,
  primary key (descendant_id, ancestor_id)
);
create index project_ancestry_by_ancestor on project_ancestry (ancestor_id);

create table project_tag (
  project_id bigint not null references project on delete cascade,
  tag_id     bigint not null references tag on delete cascade,
  primary key (project_id, tag_id)
);
create index project_tag_by_tag on project_tag (tag_id);

create table project_property (
  project_id  bigint not null references project on delete cascade,
  group_name  text not null,
  name        text not null,
  value       text,
  type        text not null,
  description text,
  primary key (project_id, group_name, name)
);

create table project_access (
  project_id bigint not null references project on delete cascade,
  team_id    bigint not null references team on delete cascade,
  primary key (project_id, team_id)
);
create index project_access_by_team on project_access (team_id);

-- Durable work ------------------------------------------------------------------------------------------------

-- The event token a caller polls stands for every job that was enqueued under it.
create table work_token (
  token      uuid not null,
  queue      text not null,
  job_id     uuid not null,
  created_at timestamptz not null default now(),
  primary key (token, queue, job_id)
);
create index work_token_by_job on work_token (job_id);
create index work_token_by_age on work_token (created_at);

create table work_progress (
  job_id     uuid primary key,
  done       bigint not null,
  total      bigint,
  phase      text,
  updated_at timestamptz not null default now()
);
