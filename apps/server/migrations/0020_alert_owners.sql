-- An alert tells of the projects that its owner may see: the teams that it names, otherwise whoever created it.
-- If that user or API key is deleted, the alert sees no project any more.
alter table alert
  add column created_by_user_id    bigint references app_user on delete set null,
  add column created_by_api_key_id bigint references api_key on delete set null,
  -- Alerts of which nobody knows who created them: those from before this release and those taken over from other
  -- databases. They belong to administrators and see all projects.
  add column is_unrestricted       boolean not null default false;

update alert set is_unrestricted = true;

create index alert_by_creating_user on alert (created_by_user_id) where created_by_user_id is not null;
create index alert_by_creating_api_key on alert (created_by_api_key_id) where created_by_api_key_id is not null;
