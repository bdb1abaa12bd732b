-- Changes of the metrics of the whole portfolio (ADR 0187) -----------------------------------------------------------

-- By how much the sums over all counted projects changed on a UTC day. The sums of a day are the sums of all rows until
-- that day. Rows are only added, so that nobody waits for another transaction; the maintenance of metrics merges the rows
-- of a day. Days before the retention are merged into the first day that is kept.
create table portfolio_metrics_change (
  id                     bigint generated always as identity primary key,
  day                    date not null,
  projects               bigint not null,
  vulnerable_projects    bigint not null,
  components             bigint not null,
  vulnerable_components  bigint not null,
  critical               bigint not null,
  high                   bigint not null,
  medium                 bigint not null,
  low                    bigint not null,
  unassigned             bigint not null,
  kev                    bigint not null,
  suppressed             bigint not null,
  findings_audited       bigint not null,
  violations_fail        bigint not null,
  violations_warn        bigint not null,
  violations_info        bigint not null,
  security_violations    bigint not null,
  security_audited       bigint not null,
  license_violations     bigint not null,
  license_audited        bigint not null,
  operational_violations bigint not null,
  operational_audited    bigint not null,
  risk_score             double precision not null
);

-- What projects contribute to the changes of each day: a row of a project counts from its day
-- until the day of the next one. The identities are 0.
create function portfolio_metrics_changes(ids bigint[]) returns setof portfolio_metrics_change language sql stable as $$
  with known as (
    select past.* from project_metrics_day past
    join project_metrics present on present.project_id = past.project_id and present.day > past.day
    where past.project_id = any(ids)
    union all select present.* from project_metrics present where present.project_id = any(ids)),
  followed as (
    select known.*, lead(known.day) over (partition by known.project_id order by known.day) as next_day from known),
  signed as (
    select followed.*, 1 as sign, day as changed_on from followed where is_counted
    union all select followed.*, -1, next_day from followed where is_counted and next_day is not null)
  select
    0::bigint, changed_on, sum(sign)::bigint, sum(sign * (vulnerable_components > 0)::integer)::bigint,
    sum(sign * components)::bigint, sum(sign * vulnerable_components)::bigint, sum(sign * critical)::bigint,
    sum(sign * high)::bigint, sum(sign * medium)::bigint, sum(sign * low)::bigint, sum(sign * unassigned)::bigint,
    sum(sign * kev)::bigint, sum(sign * suppressed)::bigint, sum(sign * findings_audited)::bigint,
    sum(sign * violations_fail)::bigint, sum(sign * violations_warn)::bigint, sum(sign * violations_info)::bigint,
    sum(sign * security_violations)::bigint, sum(sign * security_audited)::bigint,
    sum(sign * license_violations)::bigint, sum(sign * license_audited)::bigint,
    sum(sign * operational_violations)::bigint, sum(sign * operational_audited)::bigint, sum(sign * risk_score)
  from signed group by changed_on
$$;

insert into portfolio_metrics_change (
  day, projects, vulnerable_projects, components, vulnerable_components, critical, high, medium, low, unassigned,
  kev, suppressed, findings_audited, violations_fail, violations_warn, violations_info, security_violations,
  security_audited, license_violations, license_audited, operational_violations, operational_audited, risk_score)
select
  day, projects, vulnerable_projects, components, vulnerable_components, critical, high, medium, low, unassigned,
  kev, suppressed, findings_audited, violations_fail, violations_warn, violations_info, security_violations,
  security_audited, license_violations, license_audited, operational_violations, operational_audited, risk_score
from portfolio_metrics_changes(array(select project_id from project_metrics));

-- A deleted project disappears from the past as well.
create or replace function delete_metrics_of_projects() returns trigger language plpgsql as $$
begin
  insert into portfolio_metrics_change (
    day, projects, vulnerable_projects, components, vulnerable_components, critical, high, medium, low, unassigned,
    kev, suppressed, findings_audited, violations_fail, violations_warn, violations_info, security_violations,
    security_audited, license_violations, license_audited, operational_violations, operational_audited, risk_score)
  select
    day, -projects, -vulnerable_projects, -components, -vulnerable_components, -critical, -high, -medium, -low,
    -unassigned, -kev, -suppressed, -findings_audited, -violations_fail, -violations_warn, -violations_info,
    -security_violations, -security_audited, -license_violations, -license_audited, -operational_violations,
    -operational_audited, -risk_score
  from portfolio_metrics_changes(array(select gone.id from gone));
  delete from project_metrics using gone where project_metrics.project_id = gone.id;
  insert into project_change (consumer, project_id, kind)
  select distinct 'metrics', gone.parent_id, 'PROJECT' from gone where gone.parent_id is not null;
  return null;
end $$;
