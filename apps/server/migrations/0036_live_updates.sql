-- Live updates: tells listening nodes which projects changed, when the change commits. A notification names the kind of
-- change and ids of projects, separated by commas. PostgreSQL drops duplicates within a transaction.

-- The payload is limited to 8,000 bytes, so that a statement on many projects sends several notifications.
create function notify_project_changes(kind text, project_ids bigint[]) returns void language plpgsql as $$
begin
  perform pg_notify('project_changes', kind || ' ' || array_to_string(project_ids[first : first + 299], ','))
  from generate_series(1, cardinality(project_ids), 300) first;
end $$;

-- As in 0030, with the notification.
create or replace function record_project_changes() returns trigger language plpgsql as $$
begin
  if exists (select from project_change_consumer where tg_argv[0] = any(kinds)) then
    insert into project_change (consumer, project_id, kind)
    select consumer.name, changed.project_id, tg_argv[0]
    from project_change_consumer consumer cross join (select distinct project_id from changed) changed
    where tg_argv[0] = any(consumer.kinds);
  end if;
  perform notify_project_changes(tg_argv[0],
    array(select distinct project_id from changed where project_id is not null order by project_id));
  return null;
end $$;

-- For tables that no consumer of project_change follows. The argument is the kind.
create function notify_changes() returns trigger language plpgsql as $$
begin
  perform notify_project_changes(tg_argv[0],
    array(select distinct project_id from changed where project_id is not null order by project_id));
  return null;
end $$;

create trigger live_update_inserted after insert on bom_upload referencing new table as changed
  for each statement execute function notify_changes('UPLOADS');
create trigger live_update_updated after update on bom_upload referencing new table as changed
  for each statement execute function notify_changes('UPLOADS');
create trigger live_update_inserted after insert on vex_upload referencing new table as changed
  for each statement execute function notify_changes('UPLOADS');
create trigger live_update_updated after update on vex_upload referencing new table as changed
  for each statement execute function notify_changes('UPLOADS');

create function notify_changed_projects() returns trigger language plpgsql as $$
begin
  perform notify_project_changes('PROJECT', array(select id from changed order by id));
  return null;
end $$;
create trigger live_update_inserted after insert on project referencing new table as changed
  for each statement execute function notify_changed_projects();
create trigger live_update_updated after update on project referencing new table as changed
  for each statement execute function notify_changed_projects();
