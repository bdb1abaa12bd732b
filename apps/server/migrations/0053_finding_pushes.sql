-- A push of findings to another system: of one project, or of the whole portfolio.
create table finding_push (
  id           bigint generated always as identity primary key,
  uuid         uuid not null unique,
  integration  text collate "C" not null,
  project_id   bigint references project on delete cascade,
  -- The event token of all pushes that were started together.
  token        uuid not null,
  kind         text not null check (kind in ('SCHEDULED', 'MANUAL')),
  requested_by text,
  state        text not null check (state in ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
  created_at   timestamptz not null,
  ended_at     timestamptz,
  failure      text
);
-- One push at a time for each integration and project. ("nulls not distinct" needs PostgreSQL 15.)
create unique index finding_push_unfinished on finding_push (integration, coalesce(project_id, 0))
  where state in ('PENDING', 'RUNNING');
create index finding_push_by_integration on finding_push (integration, id);
create index finding_push_by_project on finding_push (project_id, id);
create index finding_push_by_token on finding_push (token);
-- Notifications are not repeated for the same failure.
create index finding_push_failed on finding_push (integration, ended_at) where state = 'FAILED';

-- Every attempt at a push: what was sent, and the response that decided its outcome. Without an end, it is running, or its
-- node died.
create table finding_push_attempt (
  push_id     bigint not null references finding_push on delete cascade,
  number      integer not null,
  started_at  timestamptz not null,
  ended_at    timestamptz,
  -- Without credentials and query.
  url         text,
  findings    integer,
  -- Of the document that was sent.
  bytes       bigint,
  sha256      bytea,
  status      integer,
  -- The beginning of the response, without secrets.
  response    text,
  failure     text,
  primary key (push_id, number)
);
