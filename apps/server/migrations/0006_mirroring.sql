-- Mirrors of vulnerability data -----------------------------------------------------------------------------------

-- One reading of a source, by the clock, by hand, or of a file that somebody brought.
create table mirror_run (
  id           bigint generated always as identity primary key,
  uuid         uuid not null unique,
  source       text not null,
  kind         text not null check (kind in ('SCHEDULED', 'MANUAL', 'IMPORT')),
  state        text not null check (state in ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
  requested_by text,
  created_at   timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz,
  -- Of an import: what is read, until the run has ended.
  file_id      bigint references stored_file on delete set null,
  file_name    text,
  records_seen      bigint not null default 0,
  records_new       bigint not null default 0,
  records_changed   bigint not null default 0,
  records_unchanged bigint not null default 0,
  -- What was last done, and how much of it.
  phase        text,
  phase_done   bigint,
  phase_total  bigint,
  failure      text
);
create index mirror_run_by_source on mirror_run (source, id desc);
-- A source is read from where it is published by one run at a time; files wait their turn.
create unique index mirror_run_unfinished on mirror_run (source)
  where state in ('PENDING', 'RUNNING') and kind <> 'IMPORT';

-- How far a part of a source has been read: an ecosystem, a feed, a list. Written in the transaction that writes what
-- was read.
create table mirror_position (
  source     text not null,
  part       text not null,
  position   jsonb not null,
  updated_at timestamptz not null,
  primary key (source, part)
);
