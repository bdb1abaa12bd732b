-- How the attempts of a job ended that did not complete it. Errors of the job itself, deaths of nodes and failures of the
-- database are counted apart: only the first use up the retries. A job that completes at its first attempt has no row.
create table job_history (
  job_id            uuid primary key,
  errors            integer not null default 0,
  -- In a row, without any progress in between.
  node_deaths       integer not null default 0,
  database_failures integer not null default 0,
  -- How far the job had come when it was interrupted last.
  phase             text,
  done              bigint,
  updated_at        timestamptz not null default now()
);

-- Derived state converges: what has to follow is written down in the transaction that causes it and deleted in the one
-- that has done it. Jobs do the work at once; whatever becomes of them, what is left here is done later.

-- Projects whose findings have to follow a change of their components.
create table analysis_due (
  project_id  bigint primary key references project on delete cascade,
  trigger     text not null,
  imported_at timestamptz,
  since       timestamptz not null default now(),
  -- Set when an analysis was given up: not to be tried again before then.
  retry_after timestamptz,
  failure     text
);
create index analysis_due_by_age on analysis_due (since);

-- Component policies that have changed; null stands for all of them.
create table policy_change (
  id          bigint generated always as identity primary key,
  policy_uuid uuid
);

-- Conditions of vulnerability policies that have changed, before and after: where they may hold, decisions may change.
create table vuln_policy_change (
  id        bigint generated always as identity primary key,
  condition text not null
);

-- Which policy a project has to be evaluated against; null stands for all policies of both kinds.
alter table policy_recheck add column policy_id bigint;

-- Uploads that nobody works on are looked for often.
create index if not exists bom_upload_pending on bom_upload (id) where state = 'PENDING';
create index if not exists vex_upload_pending on vex_upload (id) where state = 'PENDING';

-- Members of license groups are what component policies look at as well.
create function note_policy_change() returns trigger language plpgsql as $$
begin
  insert into policy_change (policy_uuid) select null where exists (select from policy);
  return null;
end $$;
create trigger license_group_members_changed after insert or delete on license_group_member
  for each statement execute function note_policy_change();

-- Counts the changes of policies of both kinds. An analysis that has applied policies locks it before it commits: had
-- they changed meanwhile, whoever looked for the findings that they concern could not have seen those of the analysis.
create table policy_generation (
  generation bigint not null
);
insert into policy_generation values (0);
