-- VEX imports -------------------------------------------------------------------------------------------------

create table vex_upload (
  id                bigint generated always as identity primary key,
  token             uuid not null unique,
  project_id        bigint not null references project on delete cascade,
  file_id           bigint references stored_file on delete set null,
  sha256            bytea not null,
  size              bigint not null,
  format            text not null,
  spec_version      text not null,
  serial_number     text,
  uploaded_by       text not null,
  uploaded_at       timestamptz not null,
  state             text not null check (state in ('PENDING', 'PROCESSED', 'FAILED')),
  processed_at      timestamptz,
  failure           text,
  -- The receipt: its totals here, and a file with a line of JSON for each entry of the document.
  skipped           text,
  warnings          text[] not null default '{}',
  entries           integer,
  entries_applied   integer,
  entries_unchanged integer,
  entries_skipped   integer,
  findings_changed  integer,
  receipt_file_id   bigint references stored_file on delete set null
);
create index vex_upload_by_project on vex_upload (project_id, id);
create index vex_upload_by_file on vex_upload (file_id);
create index vex_upload_by_receipt on vex_upload (receipt_file_id);
create index vex_upload_by_age on vex_upload (uploaded_at);
create index vex_upload_pending on vex_upload (id) where state = 'PENDING';
