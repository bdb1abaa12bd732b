import { sql } from 'kysely';
import { replacePortfolioChanges } from '../../apps/server/src/modules/metric-values/check-portfolio-access.ts';
import { COMPONENT_NUMBERS } from '../../apps/server/src/modules/metric-values/metric-numbers.ts';
import type { Db, Tx } from '../../apps/server/src/platform/db/database.ts';

const HISTORY_DAYS = 89;

const COUNTED = ['critical', 'high', 'medium', 'low', 'findings_audited'];
/** Numbers that the demo has no history of. */
const NOT_COUNTED = COMPONENT_NUMBERS.filter((name) => !COUNTED.includes(name));
const ZEROS = sql.join(NOT_COUNTED.map(() => sql`0`));
const COLUMNS = sql`project_id, day, measured_at, is_counted, components, vulnerable_components,
  ${sql.join(COUNTED.map((name) => sql.ref(name)))}, risk_score, ${sql.join(NOT_COUNTED.map((name) => sql.ref(name)))}`;

/**
 * Writes the metrics of past days, which the service would have written on those days. Called when findings and decisions
 * have their times, in the same transaction.
 */
export async function backdateMetrics(tx: Tx): Promise<void> {
  await sql`select create_metrics_partitions(current_date - ${HISTORY_DAYS}::int, current_date)`.execute(tx);
  await sql`delete from project_metrics_day where day < current_date`.execute(tx);
  await countPastDays(tx);
  await addUpProducts(tx);
  await replacePortfolioChanges(tx);
}

async function countPastDays(tx: Db): Promise<void> {
  await sql`
    insert into project_metrics_day (${COLUMNS})
    select d.id, day::date, day + interval '23 hours', true,
      (select count(*) from component c where c.project_id = d.id), count(distinct f.component_id),
      count(*) filter (where f.severity = 'CRITICAL'), count(*) filter (where f.severity = 'HIGH'),
      count(*) filter (where f.severity = 'MEDIUM'), count(*) filter (where f.severity = 'LOW'),
      count(*) filter (where f.is_decided), sum(case f.severity when 'CRITICAL' then 10 when 'HIGH' then 5
        when 'MEDIUM' then 3 when 'LOW' then 1 else 0 end), ${ZEROS}
    from demo_project d
    cross join generate_series(current_date - ${HISTORY_DAYS}::int, current_date - 1, interval '1 day') as day
    left join lateral (
      select f.component_id, v.severity, a.component_id is not null and e.decided_at < day + interval '1 day' as is_decided
      from finding f
      join vulnerability v on v.id = f.vulnerability_id
      join demo_decision e on e.component_id = f.component_id and e.vulnerability_id = f.vulnerability_id
      left join finding_analysis a on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id
      where f.project_id = d.id and f.first_seen < day + interval '1 day'
        and not (coalesce(a.is_suppressed, false) and e.decided_at < day + interval '1 day')
    ) f on true
    where d.uploaded_at < day + interval '1 day'
    group by d.id, day`.execute(tx);
}

async function addUpProducts(tx: Db): Promise<void> {
  await sql`
    insert into project_metrics_day (${COLUMNS})
    select p.parent_id, m.day, max(m.measured_at), false, sum(m.components), sum(m.vulnerable_components),
      sum(m.critical), sum(m.high), sum(m.medium), sum(m.low), sum(m.findings_audited), sum(m.risk_score), ${ZEROS}
    from project_metrics_day m join project p on p.id = m.project_id
    where p.parent_id is not null and m.day < current_date
    group by p.parent_id, m.day`.execute(tx);
}
