-- Licences ----------------------------------------------------------------------------------------------------

create table license (
  id                 bigint generated always as identity primary key,
  uuid               uuid not null unique,
  license_id         text not null,
  name               text not null,
  text               text,
  template           text,
  header             text,
  comments           text,
  see_also           text[] not null default '{}',
  is_osi_approved    boolean not null default false,
  is_fsf_libre       boolean not null default false,
  is_deprecated      boolean not null default false,
  is_custom          boolean not null default false
);
create unique index license_license_id on license (lower(license_id));
-- Uncompressed: five megabytes on disk instead of three, and seeding them takes half the time.
alter table license alter column text set storage external;

-- The version of the SPDX list that was seeded: one row.
create table license_list (version text primary key);

create table license_group (
  id          bigint generated always as identity primary key,
  uuid        uuid not null unique,
  name        text not null unique,
  risk_weight integer not null default 0
);

create table license_group_member (
  license_group_id bigint not null references license_group on delete cascade,
  license_id       bigint not null references license on delete cascade,
  primary key (license_group_id, license_id)
);
create index license_group_member_by_license on license_group_member (license_id);

-- Components and services -------------------------------------------------------------------------------------

-- Components and services share their numbers, because the dependency graph names both. 0 is the project itself.
create sequence portfolio_node_id;

-- The rows below have no foreign keys, although they belong to a project and may have a licence: those would be
-- checked row by row, a third of the time that an import takes. Whoever writes them holds a lock on the project;
-- what deletes projects and licences takes care of them a statement at a time (see the triggers).

create table component (
  id                  bigint primary key default nextval('portfolio_node_id'),
  uuid                uuid not null,
  project_id          bigint not null,
  name                text not null,
  group_name          text,
  version             text,
  purl                text,
  purl_coordinates    text,
  cpe                 text,
  swid_tag_id         text,
  classifier          text not null,
  scope               text,
  publisher           text,
  description         text,
  copyright           text,
  filename            text,
  extension           text,
  hashes              jsonb,
  license_id          bigint,
  license_name        text,
  license_expression  text,
  license_url         text,
  authors             jsonb,
  supplier            jsonb,
  external_references jsonb,
  properties          jsonb,
  is_internal         boolean not null default false,
  notes               text,
  -- Members of the uploaded component that have no column, kept to give the document back faithfully.
  rest                jsonb,
  occurrence_count    integer not null default 0,
  -- How the uploader called it, under which other component it stood, and where.
  bom_ref             text,
  parent_id           bigint,
  position            integer not null default 0,
  -- Filters, not identities: equal hashes are compared by what they stand for.
  identity_hash       bigint not null,
  content_hash        bigint not null,
  last_risk_score     double precision,
  created_at          timestamptz not null default now(),
  -- Set when an upload no longer has it; it comes back with its uuid and its decisions when an upload has it again.
  removed_at          timestamptz
);
create unique index component_uuid on component (uuid);
create index component_by_project on component (project_id, removed_at);
-- Byte by byte, so that it finds beginnings as well, whatever the collation of the database.
create index component_by_coordinates on component (purl_coordinates text_pattern_ops) where removed_at is null;
-- Lists of a project come by name; with 50,000 components a page costs as little as with 50.
create index component_by_name on component (project_id, name, id) where removed_at is null;
create index component_removed on component (removed_at) where removed_at is not null;

create table service (
  id                     bigint primary key default nextval('portfolio_node_id'),
  uuid                   uuid not null unique,
  project_id             bigint not null,
  name                   text not null,
  group_name             text,
  version                text,
  description            text,
  provider               jsonb,
  endpoints              text[] not null default '{}',
  authenticated          boolean,
  crosses_trust_boundary boolean,
  data                   jsonb,
  external_references    jsonb,
  notes                  text,
  rest                   jsonb,
  bom_ref                text,
  parent_id              bigint,
  position               integer not null default 0,
  identity_hash          bigint not null,
  content_hash           bigint not null,
  last_risk_score        double precision,
  created_at             timestamptz not null default now(),
  removed_at             timestamptz
);
create index service_by_project on service (project_id, removed_at);
create index service_removed on service (removed_at) where removed_at is not null;

create table dependency (
  project_id bigint not null,
  source_id  bigint not null,
  target_id  bigint not null,
  primary key (project_id, source_id, target_id)
);
create index dependency_by_target on dependency (project_id, target_id);

create function delete_parts_of_projects() returns trigger language plpgsql as $$
begin
  delete from dependency using gone where dependency.project_id = gone.id;
  delete from component using gone where component.project_id = gone.id;
  delete from service using gone where service.project_id = gone.id;
  return null;
end $$;
create trigger project_parts after delete on project referencing old table as gone
  for each statement execute function delete_parts_of_projects();

create function forget_deleted_licenses() returns trigger language plpgsql as $$
begin
  update component set license_id = null from gone where component.license_id = gone.id;
  return null;
end $$;
create trigger license_of_components after delete on license referencing old table as gone
  for each statement execute function forget_deleted_licenses();

-- Uploaded documents ------------------------------------------------------------------------------------------

create table stored_file (
  id         bigint generated always as identity primary key,
  -- Whose it is: each part of the service deletes its own.
  kind       text not null,
  sha256     bytea not null,
  size       bigint not null,
  created_at timestamptz not null default now()
);

-- Pieces of about a megabyte, each compressed, so that no file is ever in memory as a whole.
create table stored_file_chunk (
  file_id  bigint not null references stored_file on delete cascade,
  position integer not null,
  content  bytea not null,
  primary key (file_id, position)
);
alter table stored_file_chunk alter column content set storage external;

create table bom_upload (
  id                bigint generated always as identity primary key,
  token             uuid not null unique,
  project_id        bigint not null references project on delete cascade,
  file_id           bigint references stored_file on delete set null,
  sha256            bytea not null,
  size              bigint not null,
  format            text not null,
  spec_version      text not null,
  serial_number     text,
  bom_version       integer,
  generated_at      timestamptz,
  uploaded_by       text not null,
  uploaded_at       timestamptz not null,
  -- Held against the schema of its version, so that the same bytes need not be again.
  validated         boolean not null,
  state             text not null check (state in ('PENDING', 'PROCESSED', 'UNCHANGED', 'FAILED')),
  processed_at      timestamptz,
  failure           text,
  components        integer,
  components_added  integer,
  components_changed integer,
  components_removed integer
);
create index bom_upload_by_project on bom_upload (project_id, id);
create index bom_upload_by_file on bom_upload (file_id);
create index bom_upload_pending on bom_upload (id) where state = 'PENDING';

-- Which document, read by which importer, the components are from; nothing once somebody changed them by hand.
-- The same document again has nothing to change.
alter table project add column imported_bom text;
-- What the last imported document said about itself and the project beyond all columns, kept to give it back.
alter table project add column document jsonb;

-- Notifications -----------------------------------------------------------------------------------------------

-- What happened, written in the transaction in which it happened. Delivery takes the rows from here.
create table notification_outbox (
  id           uuid primary key,
  notification bytea not null,
  group_name   text not null,
  level        text not null,
  scope        text not null,
  project_uuid uuid,
  created_at   timestamptz not null default now()
);
