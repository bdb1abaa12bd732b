-- Floods of notifications that no alert asked for: counted by group, level and project, never made. ------------------
create table notification_unheard (
  id           uuid primary key,
  group_name   text not null,
  level        text not null,
  scope        text not null,
  project_uuid uuid not null,
  count        integer not null
);
comment on column notification_unheard.id is 'UUIDv7: when it was.';
