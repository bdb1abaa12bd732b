-- Metrics (ADR 0181) ------------------------------------------------------------------------------------------------

-- Numbers of a component that has, or had, findings or violations; every other component has zeros. Without foreign keys, as
-- findings. `day` is the UTC day of the last change, `measured_at` its time.
create table component_metrics (
  component_id           bigint primary key,
  project_id             bigint not null,
  day                    date not null,
  measured_at            timestamptz not null,
  critical               integer not null,
  high                   integer not null,
  medium                 integer not null,
  low                    integer not null,
  unassigned             integer not null,
  kev                    integer not null,
  suppressed             integer not null,
  findings_audited       integer not null,
  violations_fail        integer not null,
  violations_warn        integer not null,
  violations_info        integer not null,
  security_violations    integer not null,
  security_audited       integer not null,
  license_violations     integer not null,
  license_audited        integer not null,
  operational_violations integer not null,
  operational_audited    integer not null,
  risk_score             double precision not null
);
create index component_metrics_by_project on component_metrics (project_id);

-- Numbers of every project. In a collection project, the sums of the children that its rule chooses. `is_counted`: whether
-- the portfolio includes it, which is true for active projects that are not collections.
create table project_metrics (
  project_id             bigint primary key,
  day                    date not null,
  measured_at            timestamptz not null,
  is_counted             boolean not null,
  components             integer not null,
  vulnerable_components  integer not null,
  critical               integer not null,
  high                   integer not null,
  medium                 integer not null,
  low                    integer not null,
  unassigned             integer not null,
  kev                    integer not null,
  suppressed             integer not null,
  findings_audited       integer not null,
  violations_fail        integer not null,
  violations_warn        integer not null,
  violations_info        integer not null,
  security_violations    integer not null,
  security_audited       integer not null,
  license_violations     integer not null,
  license_audited        integer not null,
  operational_violations integer not null,
  operational_audited    integer not null,
  risk_score             double precision not null
);

-- The history: one row for each UTC day on which a number changed, with the numbers at the end of that day. The row of the
-- last such day equals the current row. Rows of deleted projects and components stay until their partition is dropped.
create table component_metrics_day (
  component_id           bigint not null,
  project_id             bigint not null,
  day                    date not null,
  measured_at            timestamptz not null,
  critical               integer not null,
  high                   integer not null,
  medium                 integer not null,
  low                    integer not null,
  unassigned             integer not null,
  kev                    integer not null,
  suppressed             integer not null,
  findings_audited       integer not null,
  violations_fail        integer not null,
  violations_warn        integer not null,
  violations_info        integer not null,
  security_violations    integer not null,
  security_audited       integer not null,
  license_violations     integer not null,
  license_audited        integer not null,
  operational_violations integer not null,
  operational_audited    integer not null,
  risk_score             double precision not null,
  primary key (component_id, day)
) partition by range (day);

create table project_metrics_day (
  project_id             bigint not null,
  day                    date not null,
  measured_at            timestamptz not null,
  is_counted             boolean not null,
  components             integer not null,
  vulnerable_components  integer not null,
  critical               integer not null,
  high                   integer not null,
  medium                 integer not null,
  low                    integer not null,
  unassigned             integer not null,
  kev                    integer not null,
  suppressed             integer not null,
  findings_audited       integer not null,
  violations_fail        integer not null,
  violations_warn        integer not null,
  violations_info        integer not null,
  security_violations    integer not null,
  security_audited       integer not null,
  license_violations     integer not null,
  license_audited        integer not null,
  operational_violations integer not null,
  operational_audited    integer not null,
  risk_score             double precision not null,
  primary key (project_id, day)
) partition by range (day);

-- Partitions are named after their day, such as project_metrics_day_20261116. The functions run with the rights of the
-- owner of the schema: the service itself may have no right to create tables. The lock keeps two nodes apart.
create function create_metrics_partitions(first_day date, last_day date) returns void
  language plpgsql security definer set search_path from current as $$
declare
  parent text;
  created date;
begin
  perform pg_advisory_xact_lock(7404042);
  foreach parent in array array['component_metrics_day', 'project_metrics_day'] loop
    for created in select generate_series(first_day, last_day, interval '1 day')::date loop
      if to_regclass(parent || to_char(created, '_YYYYMMDD')) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          parent || to_char(created, '_YYYYMMDD'), parent, created, created + 1);
      end if;
    end loop;
  end loop;
end $$;

create function drop_metrics_partition(dropped date) returns void
  language plpgsql security definer set search_path from current as $$
begin
  perform pg_advisory_xact_lock(7404042);
  execute format('drop table if exists %I, %I', 'component_metrics_day' || to_char(dropped, '_YYYYMMDD'),
    'project_metrics_day' || to_char(dropped, '_YYYYMMDD'));
end $$;

-- What metrics depend on besides projects ------------------------------------------------------------------------------

-- Vulnerabilities whose severity, aliases or exploitation changed since the metrics were updated, by name: exploitation and
-- aliases may be known before the vulnerability. `group_id` is a group of aliases that lost a member.
create table vulnerability_metrics_change (
  id       bigint generated always as identity primary key,
  source   text collate "C",
  vuln_id  text collate "C",
  group_id bigint
);

create function record_metrics_severity() returns trigger language plpgsql as $$
begin
  insert into vulnerability_metrics_change (source, vuln_id) values (new.source, new.vuln_id);
  return null;
end $$;
create trigger metrics_severity after update of severity on vulnerability for each row
  when (old.severity is distinct from new.severity) execute function record_metrics_severity();

create function record_metrics_vulnerabilities() returns trigger language plpgsql as $$
begin
  insert into vulnerability_metrics_change (source, vuln_id) select distinct source, vuln_id from changed;
  return null;
end $$;
create trigger metrics_exploited after insert on kev_assertion referencing new table as changed
  for each statement execute function record_metrics_vulnerabilities();
create trigger metrics_not_exploited after delete on kev_assertion referencing old table as changed
  for each statement execute function record_metrics_vulnerabilities();
create trigger metrics_alias_added after insert on vulnerability_alias referencing new table as changed
  for each statement execute function record_metrics_vulnerabilities();

create function record_metrics_alias_groups() returns trigger language plpgsql as $$
begin
  insert into vulnerability_metrics_change (source, vuln_id, group_id) select source, vuln_id, group_id from changed;
  return null;
end $$;
create trigger metrics_alias_removed after delete on vulnerability_alias referencing old table as changed
  for each statement execute function record_metrics_alias_groups();

create function record_metrics_moved_aliases() returns trigger language plpgsql as $$
begin
  insert into vulnerability_metrics_change (source, vuln_id, group_id)
  select before.source, before.vuln_id, before.group_id
  from before join after using (vuln_id, source) where before.group_id <> after.group_id;
  return null;
end $$;
create trigger metrics_alias_moved after update on vulnerability_alias
  referencing old table as before new table as after
  for each statement execute function record_metrics_moved_aliases();

-- A new project is counted. Collections depend on the children that they had and have, and on their own rule.
create function record_metrics_project() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select 'metrics', changed.id, 'PROJECT'
  from (select new.id union select old.parent_id union select new.parent_id) changed (id) where changed.id is not null;
  return null;
end $$;
create trigger metrics_project_inserted after insert on project for each row
  execute function record_metrics_project();
create trigger metrics_project_updated after update of parent_id, collection_logic, collection_tag_id on project
  for each row when (old.parent_id is distinct from new.parent_id
    or old.collection_logic is distinct from new.collection_logic
    or old.collection_tag_id is distinct from new.collection_tag_id)
  execute function record_metrics_project();

create function delete_metrics_of_projects() returns trigger language plpgsql as $$
begin
  delete from project_metrics using gone where project_metrics.project_id = gone.id;
  insert into project_change (consumer, project_id, kind)
  select distinct 'metrics', gone.parent_id, 'PROJECT' from gone where gone.parent_id is not null;
  return null;
end $$;
create trigger metrics_of_projects after delete on project referencing old table as gone
  for each statement execute function delete_metrics_of_projects();

create function delete_metrics_of_components() returns trigger language plpgsql as $$
begin
  delete from component_metrics using gone where component_metrics.component_id = gone.id;
  return null;
end $$;
create trigger metrics_of_components after delete on component referencing old table as gone
  for each statement execute function delete_metrics_of_components();

-- Violations have the state of their policy.
create function record_metrics_policy() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind)
  select distinct 'metrics', violation.project_id, 'VIOLATIONS'
  from policy_condition condition join policy_violation violation on violation.condition_id = condition.id
  where condition.policy_id = new.id;
  return null;
end $$;
create trigger metrics_policy_updated after update of violation_state on policy for each row
  when (old.violation_state is distinct from new.violation_state) execute function record_metrics_policy();

-- Risk scores depend on the weights of severities.
create function record_metrics_weights() returns trigger language plpgsql as $$
begin
  insert into project_change (consumer, project_id, kind) select 'metrics', id, 'PROJECT' from project;
  return null;
end $$;
create trigger metrics_weight_inserted after insert on setting for each row
  when (new.group_name = 'risk-score') execute function record_metrics_weights();
create trigger metrics_weight_updated after update of value on setting for each row
  when (new.group_name = 'risk-score' and old.value is distinct from new.value)
  execute function record_metrics_weights();

select add_project_change_consumer('metrics', '{COMPONENTS,FINDINGS,DECISIONS,VIOLATIONS,PROJECT}');
