-- Changes of the metrics of each project (ADR 0192) ------------------------------------------------------------------

-- By how much a project changes the sums of the portfolio on a UTC day. Callers who see some projects read the rows of
-- these, which the history in one partition for each day cannot find quickly. Days before the retention are merged into the
-- first day that is kept.
create table project_metrics_change (
  project_id             bigint not null,
  day                    date not null,
  projects               integer not null,
  vulnerable_projects    integer not null,
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
);

-- A row of a project counts from its day until the day of the next one.
with known as (
  select past.* from project_metrics_day past
  join project_metrics present on present.project_id = past.project_id and present.day > past.day
  union all select present.* from project_metrics present),
followed as (
  select known.*, lead(known.day) over (partition by known.project_id order by known.day) as next_day from known),
signed as (
  select followed.*, 1 as sign, day as changed_on from followed where is_counted
  union all select followed.*, -1, next_day from followed where is_counted and next_day is not null)
insert into project_metrics_change (project_id, day,
  projects, vulnerable_projects, components, vulnerable_components, critical, high, medium, low, unassigned, kev,
  suppressed, findings_audited, violations_fail, violations_warn, violations_info, security_violations,
  security_audited, license_violations, license_audited, operational_violations, operational_audited, risk_score)
select project_id, changed_on,
  sum(sign), sum(sign * (vulnerable_components > 0)::integer), sum(sign * components),
  sum(sign * vulnerable_components), sum(sign * critical), sum(sign * high), sum(sign * medium), sum(sign * low),
  sum(sign * unassigned), sum(sign * kev), sum(sign * suppressed), sum(sign * findings_audited),
  sum(sign * violations_fail), sum(sign * violations_warn), sum(sign * violations_info),
  sum(sign * security_violations), sum(sign * security_audited), sum(sign * license_violations),
  sum(sign * license_audited), sum(sign * operational_violations), sum(sign * operational_audited),
  sum(sign * risk_score)
from signed group by project_id, changed_on;

-- A deleted project disappears from the past as well.
create or replace function delete_metrics_of_projects() returns trigger language plpgsql as $$
begin
  insert into portfolio_metrics_change (day,
    projects, vulnerable_projects, components, vulnerable_components, critical, high, medium, low, unassigned, kev,
    suppressed, findings_audited, violations_fail, violations_warn, violations_info, security_violations,
    security_audited, license_violations, license_audited, operational_violations, operational_audited, risk_score)
  select past.day,
    -sum(past.projects), -sum(past.vulnerable_projects), -sum(past.components), -sum(past.vulnerable_components),
    -sum(past.critical), -sum(past.high), -sum(past.medium), -sum(past.low), -sum(past.unassigned), -sum(past.kev),
    -sum(past.suppressed), -sum(past.findings_audited), -sum(past.violations_fail), -sum(past.violations_warn),
    -sum(past.violations_info), -sum(past.security_violations), -sum(past.security_audited),
    -sum(past.license_violations), -sum(past.license_audited), -sum(past.operational_violations),
    -sum(past.operational_audited), -sum(past.risk_score)
  from project_metrics_change past join gone on gone.id = past.project_id group by past.day;
  delete from project_metrics_change using gone where project_metrics_change.project_id = gone.id;
  delete from project_metrics using gone where project_metrics.project_id = gone.id;
  insert into project_change (consumer, project_id, kind)
  select distinct 'metrics', gone.parent_id, 'PROJECT' from gone where gone.parent_id is not null;
  return null;
end $$;
drop function portfolio_metrics_changes;
