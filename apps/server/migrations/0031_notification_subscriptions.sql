-- Which notifications alerts want, as far as emitters need to know: alerts write it, so that notifications need not read
-- the tables of alerts. Only enabled event alerts have a row.
create table notification_subscription (
  alert_id bigint primary key references alert on delete cascade,
  scope    text not null,
  level    text not null,
  groups   text[] not null
);
insert into notification_subscription (alert_id, scope, level, groups)
select id, scope, level, groups from alert where is_enabled and trigger_type = 'EVENT';

-- Floods name their project by id, so that notifications need not read the table of projects either.
alter table notification_unheard rename to notification_flood;
alter table notification_flood add column project_id bigint;
update notification_flood set project_id = project.id from project where project.uuid = notification_flood.project_uuid;
-- Of deleted projects nobody can say any more which they were.
update notification_flood set project_id = 0 where project_id is null;
alter table notification_flood alter column project_id set not null;
alter table notification_flood drop column project_uuid;
comment on column notification_flood.id is 'UUIDv7: begins with the time.';
