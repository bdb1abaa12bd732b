-- The outbox is also the record of what was said -----------------------------------------------------------------

-- The relay numbers notifications in the order in which it sees them committed. Those without a number wait for it.
create sequence notification_position;
alter table notification_outbox
  add column position bigint,
  -- Sent to try an alert out: nobody else gets it, and it counts nowhere.
  add column is_test boolean not null default false;
create index notification_outbox_waiting on notification_outbox (id) where position is null;
create unique index notification_outbox_by_position on notification_outbox (position) where position is not null;

-- Alerts ---------------------------------------------------------------------------------------------------------

create table publisher (
  id                 bigint generated always as identity primary key,
  uuid               uuid not null unique,
  name               text not null unique,
  description        text,
  extension          text not null,
  template           text,
  template_mime_type text not null,
  is_default         boolean not null default false
);

create table alert (
  id                         bigint generated always as identity primary key,
  uuid                       uuid not null unique,
  name                       text not null unique,
  is_enabled                 boolean not null,
  scope                      text not null check (scope in ('PORTFOLIO', 'SYSTEM')),
  level                      text not null check (level in ('INFORMATIONAL', 'WARNING', 'ERROR')),
  groups                     text[] not null default '{}',
  notify_children            boolean not null default true,
  latest_only                boolean not null default false,
  log_successful_publish     boolean not null default false,
  publisher_id               bigint not null references publisher on delete cascade,
  publisher_config           text,
  filter_expression          text,
  filter_error               text,
  filter_failed_at           timestamptz,
  trigger_type               text not null check (trigger_type in ('EVENT', 'SCHEDULE')),
  schedule_cron              text,
  schedule_skip_unchanged    boolean,
  schedule_last_triggered_at timestamptz,
  schedule_next_trigger_at   timestamptz,
  created_at                 timestamptz not null default now(),
  updated_at                 timestamptz not null default now()
);
create index alert_by_publisher on alert (publisher_id);

create table alert_project (
  alert_id   bigint not null references alert on delete cascade,
  project_id bigint not null references project on delete cascade,
  primary key (alert_id, project_id)
);
create index alert_project_by_project on alert_project (project_id);

create table alert_tag (
  alert_id bigint not null references alert on delete cascade,
  tag_id   bigint not null references tag on delete cascade,
  primary key (alert_id, tag_id)
);
create index alert_tag_by_tag on alert_tag (tag_id);

create table alert_team (
  alert_id bigint not null references alert on delete cascade,
  team_id  bigint not null references team on delete cascade,
  primary key (alert_id, team_id)
);
create index alert_team_by_team on alert_team (team_id);

-- Deliveries -----------------------------------------------------------------------------------------------------

-- One per alert and notification; also the log of what became of it. Without a foreign key to the notification:
-- both are deleted by age, the delivery first.
create table delivery (
  id               bigint generated always as identity primary key,
  uuid             uuid not null unique,
  notification_id  uuid not null,
  alert_id         bigint references alert on delete set null,
  alert_name       text not null,
  lane             text not null,
  status           text not null
                     check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED', 'FILTER_FAILED')),
  is_test          boolean not null default false,
  is_resend        boolean not null default false,
  attempts         integer not null default 0,
  created_at       timestamptz not null default now(),
  last_attempt_at  timestamptz,
  next_attempt_at  timestamptz,
  finished_at      timestamptz,
  destination      text,
  response_status  integer,
  response_excerpt text,
  error            text
);
create index delivery_waiting on delivery (alert_id, lane, id) where status = 'PENDING';
create index delivery_by_notification on delivery (notification_id);
create index delivery_by_alert on delivery (alert_id, id);
create index delivery_by_age on delivery (created_at);

-- What one alert sends about one project goes out in order: whoever holds the lane sends, nobody else.
create table delivery_lane (
  alert_id     bigint not null references alert on delete cascade,
  lane         text not null,
  waiting      integer not null,
  ready_at     timestamptz not null default now(),
  leased_until timestamptz,
  -- Names the lease: it is given back only by the one who has it.
  lease        bigint not null default 0,
  primary key (alert_id, lane)
) with (fillfactor = 50);
create index delivery_lane_waiting on delivery_lane (ready_at) where waiting > 0;

-- Settings of what can be plugged in, such as the mail server of the email publisher ------------------------------

create table extension_config (
  point     text not null,
  extension text not null,
  config    jsonb not null,
  primary key (point, extension)
);

-- Secrets: never in clear. `key_id` names the master key, which is not in the database. ----------------------------

create table secret (
  name        text primary key,
  description text,
  key_id      text not null,
  nonce       bytea not null,
  ciphertext  bytea not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz
);
