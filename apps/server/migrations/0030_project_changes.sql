-- Changes of projects (ADR 0120): one row for each consumer that follows this kind of change, written in the transaction
-- of the change. A consumer deletes its rows in the transaction that has followed them.

-- Who follows which kinds of change. Every writer reads this table, so it holds a lock on it until it commits.
create table project_change_consumer (
  name  text primary key,
  kinds text[] not null
);

-- A log and not a set: no writer waits for another one. Without a foreign key, for the same reason; the consumer ignores
-- projects that no longer exist.
create table project_change (
  id         bigint generated always as identity primary key,
  consumer   text not null,
  project_id bigint not null,
  kind       text not null
    check (kind in ('COMPONENTS', 'FINDINGS', 'DECISIONS', 'SUPPRESSIONS', 'VIOLATIONS', 'PROJECT')),
  changed_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index project_change_by_consumer on project_change (consumer, project_id);

-- For migrations that add a consumer which starts with all projects. The lock waits for writers that do not know the
-- consumer yet; those that come later see it. So no change is missed.
create function add_project_change_consumer(new_name text, new_kinds text[]) returns void language plpgsql as $$
begin
  lock table project_change_consumer in access exclusive mode;
  insert into project_change_consumer (name, kinds) values (new_name, new_kinds);
  insert into project_change (consumer, project_id, kind) select new_name, id, 'PROJECT' from project;
end $$;

-- Policies: analyses evaluate them for changed components and findings, so the rest is left. Nothing has to be evaluated
-- now: what is due is in policy_recheck.
insert into project_change_consumer (name, kinds) values ('policies', '{SUPPRESSIONS,PROJECT}');

-- Writers -------------------------------------------------------------------------------------------------------------

-- The argument is the kind, the transition table is named `changed` and has a column project_id.
create function record_project_changes() returns trigger language plpgsql as $$
begin
  if exists (select from project_change_consumer where tg_argv[0] = any(kinds)) then
    insert into project_change (consumer, project_id, kind)
    select consumer.name, changed.project_id, tg_argv[0]
    from project_change_consumer consumer cross join (select distinct project_id from changed) changed
    where tg_argv[0] = any(consumer.kinds);
  end if;
  return null;
end $$;

create trigger project_change_inserted after insert on component referencing new table as changed
  for each statement execute function record_project_changes('COMPONENTS');
create trigger project_change_updated after update on component referencing new table as changed
  for each statement execute function record_project_changes('COMPONENTS');
create trigger project_change_deleted after delete on component referencing old table as changed
  for each statement execute function record_project_changes('COMPONENTS');

create trigger project_change_inserted after insert on finding referencing new table as changed
  for each statement execute function record_project_changes('FINDINGS');
create trigger project_change_updated after update on finding referencing new table as changed
  for each statement execute function record_project_changes('FINDINGS');
create trigger project_change_deleted after delete on finding referencing old table as changed
  for each statement execute function record_project_changes('FINDINGS');

create trigger project_change_inserted after insert on finding_analysis referencing new table as changed
  for each statement execute function record_project_changes('DECISIONS');
create trigger project_change_updated after update on finding_analysis referencing new table as changed
  for each statement execute function record_project_changes('DECISIONS');
create trigger project_change_deleted after delete on finding_analysis referencing old table as changed
  for each statement execute function record_project_changes('DECISIONS');

create trigger project_change_inserted after insert on policy_violation referencing new table as changed
  for each statement execute function record_project_changes('VIOLATIONS');
create trigger project_change_updated after update on policy_violation referencing new table as changed
  for each statement execute function record_project_changes('VIOLATIONS');
create trigger project_change_deleted after delete on policy_violation referencing old table as changed
  for each statement execute function record_project_changes('VIOLATIONS');

create function record_violation_decisions() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select distinct consumer.name, policy_violation.project_id, 'VIOLATIONS'
  from project_change_consumer consumer
  cross join changed join policy_violation on policy_violation.id = changed.violation_id
  where 'VIOLATIONS' = any(consumer.kinds);
  return null;
end $$;
create trigger project_change_inserted after insert on policy_violation_analysis referencing new table as changed
  for each statement execute function record_violation_decisions();
create trigger project_change_updated after update on policy_violation_analysis referencing new table as changed
  for each statement execute function record_violation_decisions();

-- Replaces the triggers of 0014, which wrote for policies only.
drop trigger tags_added on project_tag;
drop trigger tags_gone on project_tag;
drop function recheck_added;
drop function recheck_gone;
create trigger project_change_inserted after insert on project_tag referencing new table as changed
  for each statement execute function record_project_changes('PROJECT');
create trigger project_change_deleted after delete on project_tag referencing old table as changed
  for each statement execute function record_project_changes('PROJECT');

drop trigger suppressed_added on finding_analysis;
drop trigger suppression_changed on finding_analysis;
drop trigger suppressed_gone on finding_analysis;
drop function recheck_suppressed_added;
drop function recheck_suppression_changed;
drop function recheck_suppressed_gone;

-- Inserted and deleted decisions.
create function record_suppressions() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select consumer.name, changed.project_id, 'SUPPRESSIONS'
  from project_change_consumer consumer
  cross join (select distinct project_id from changed where is_suppressed) changed
  where 'SUPPRESSIONS' = any(consumer.kinds);
  return null;
end $$;
create function record_suppression_changes() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select consumer.name, changed.project_id, 'SUPPRESSIONS'
  from project_change_consumer consumer
  cross join (
    select distinct after.project_id from after join before using (component_id, vulnerability_id)
    where after.is_suppressed <> before.is_suppressed) changed
  where 'SUPPRESSIONS' = any(consumer.kinds);
  return null;
end $$;
create trigger suppression_inserted after insert on finding_analysis referencing new table as changed
  for each statement execute function record_suppressions();
create trigger suppression_updated after update on finding_analysis
  referencing new table as after old table as before
  for each statement execute function record_suppression_changes();
create trigger suppression_deleted after delete on finding_analysis referencing old table as changed
  for each statement execute function record_suppressions();

drop trigger project_place_changed on project;
drop function recheck_project;
drop function has_policies;
create function record_project_places() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select consumer.name, descendant_id, 'PROJECT'
  from project_change_consumer consumer cross join project_ancestry
  where ancestor_id = new.id and 'PROJECT' = any(consumer.kinds);
  return null;
end $$;
create trigger project_change_updated after update on project for each row
  when (old.is_latest is distinct from new.is_latest or old.parent_id is distinct from new.parent_id
    or (old.inactive_since is null) <> (new.inactive_since is null))
  execute function record_project_places();
