-- Recent activity: work in the order of its end, or of its start while it runs. Failed work is listed by itself, and would
-- be far apart in an index of all.
create index bom_upload_by_change on bom_upload (coalesce(processed_at, uploaded_at));
create index bom_upload_failed on bom_upload (coalesce(processed_at, uploaded_at)) where state = 'FAILED';
create index vex_upload_by_change on vex_upload (coalesce(processed_at, uploaded_at));
create index vex_upload_failed on vex_upload (coalesce(processed_at, uploaded_at)) where state = 'FAILED';
create index mirror_run_by_change on mirror_run (coalesce(ended_at, created_at));
create index delivery_failed on delivery (coalesce(finished_at, created_at))
  where status in ('FAILED', 'FILTER_FAILED');

-- Live updates of work that belongs to no project. The argument is the kind. Progress is not reported.
create function notify_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('project_changes', tg_argv[0]);
  return null;
end $$;
create trigger live_update_inserted after insert on mirror_run
  for each statement execute function notify_activity('MIRRORS');
create trigger live_update_updated after update of state on mirror_run
  for each statement execute function notify_activity('MIRRORS');
-- The condition is checked without calling the function, because most deliveries succeed.
create trigger live_update_failed after update of status on delivery
  for each row when (new.status in ('FAILED', 'FILTER_FAILED') and old.status is distinct from new.status)
  execute function notify_activity('DELIVERIES');
create trigger live_update_inserted after insert on delivery
  for each row when (new.status in ('FAILED', 'FILTER_FAILED')) execute function notify_activity('DELIVERIES');
