-- Policies follow what they look at -------------------------------------------------------------------------------

-- Projects of which something has changed that policies look at and no analysis follows: what is suppressed, tags, which
-- version is the latest, where in the hierarchy they stand. A log and no set: nobody waits for anybody to write it.
create table policy_recheck (
  id         bigint generated always as identity primary key,
  project_id bigint not null
);
create index policy_recheck_by_project on policy_recheck (project_id);

create function has_policies() returns boolean language sql stable as $$
  select exists (select from policy) or exists (select from vuln_policy)
$$;

create function recheck_added() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id) select distinct project_id from added where has_policies();
  return null;
end $$;
create function recheck_gone() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id) select distinct project_id from gone where has_policies();
  return null;
end $$;
create trigger tags_added after insert on project_tag referencing new table as added
  for each statement execute function recheck_added();
create trigger tags_gone after delete on project_tag referencing old table as gone
  for each statement execute function recheck_gone();

create function recheck_suppressed_added() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id)
  select distinct project_id from added where is_suppressed and exists (select from policy);
  return null;
end $$;
create function recheck_suppression_changed() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id)
  select distinct added.project_id from added join gone using (component_id, vulnerability_id)
  where added.is_suppressed <> gone.is_suppressed and exists (select from policy);
  return null;
end $$;
create function recheck_suppressed_gone() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id)
  select distinct project_id from gone where is_suppressed and exists (select from policy);
  return null;
end $$;
create trigger suppressed_added after insert on finding_analysis referencing new table as added
  for each statement execute function recheck_suppressed_added();
create trigger suppression_changed after update on finding_analysis
  referencing new table as added old table as gone
  for each statement execute function recheck_suppression_changed();
create trigger suppressed_gone after delete on finding_analysis referencing old table as gone
  for each statement execute function recheck_suppressed_gone();

create function recheck_project() returns trigger language plpgsql as $$
begin
  insert into policy_recheck (project_id)
  select descendant_id from project_ancestry where ancestor_id = new.id and has_policies();
  return null;
end $$;
create trigger project_place_changed after update on project for each row
  when (old.is_latest is distinct from new.is_latest or old.parent_id is distinct from new.parent_id)
  execute function recheck_project();

-- In which project an evaluation went wrong: another one in which it goes well does not take that back.
alter table vuln_policy add column evaluation_error_project bigint references project on delete set null;
alter table policy_condition add column evaluation_error_project bigint references project on delete set null;
