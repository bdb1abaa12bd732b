-- An event alert can send what is found after an upload as one message for each project.
alter table alert
  add column digest text not null default 'NONE' check (digest in ('NONE', 'UPLOAD'));

-- What an alert collects about one project until it is sent.
create table alert_digest (
  id           bigint generated always as identity primary key,
  alert_id     bigint not null references alert on delete cascade,
  project_uuid uuid not null,
  started_at   timestamptz not null default now(),
  -- Every notification that is collected moves it on, up to a limit.
  due_at       timestamptz not null,
  -- Nothing is added any more: it is due, or a later upload of the project has begun.
  is_closed    boolean not null default false
);
create unique index alert_digest_open on alert_digest (alert_id, project_uuid) where not is_closed;
create index alert_digest_due on alert_digest (due_at);
create index alert_digest_by_project on alert_digest (project_uuid);

create table alert_digest_entry (
  digest_id       bigint not null references alert_digest on delete cascade,
  notification_id uuid not null,
  primary key (digest_id, notification_id)
);
