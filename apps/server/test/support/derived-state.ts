import { sql } from 'kysely';
import type { TestDatabase } from './test-database.ts';

type Db = TestDatabase['db'];

/** Interactive work, without housekeeping. */
const WORK = [
  'import-bom',
  'import-vex',
  'analyze-project',
  'match-changed-vulnerabilities',
  'apply-vuln-policies',
  'evaluate-policies',
];

/** The unfinished work: jobs, and rows that request jobs. Counts of findings and licences are updated every minute, by housekeeping. */
export async function listOpenWork(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select name as what, state::text, count(*)::int from pgboss.job
      where name = any(${WORK}::text[]) and state <= 'active' group by name, state
    union all select 'upload', state, count(*)::int from bom_upload where state = 'PENDING' group by state
    union all select 'vex', state, count(*)::int from vex_upload where state = 'PENDING' group by state
    union all select 'analysis', 'due', count(*)::int from analysis_due having count(*) > 0
    union all select 'policies', 'changed', count(*)::int from policy_change having count(*) > 0
    union all select 'vulnerability policies', 'changed', count(*)::int from vuln_policy_change having count(*) > 0
    union all select 'projects', 'changed', count(*)::int from project_change
      where consumer not in ('finding-counts', 'license-counts') having count(*) > 0
    union all select 'projects', 'to evaluate', count(*)::int from policy_recheck having count(*) > 0`.execute(
    db,
  );
  return rows;
}

/** Everything derived from uploads, decisions and policies, by name. */
export async function readDerivedState(db: Db): Promise<Record<string, string[]>> {
  const findings = sql`
    select concat_ws(' ', p.name, c.purl, v.vuln_id) as line from finding f
    join component c on c.id = f.component_id and c.removed_at is null
    join project p on p.id = f.project_id join vulnerability v on v.id = f.vulnerability_id
    where f.inactive_since is null`;
  const decisions = sql`
    select concat_ws(' ', p.name, c.purl, v.vuln_id, a.state, a.is_suppressed, a.decided_by, a.policy) as line
    from finding_analysis a join component c on c.id = a.component_id and c.removed_at is null
    join project p on p.id = c.project_id join vulnerability v on v.id = a.vulnerability_id`;
  const violations = sql`
    select concat_ws(' ', p.name, c.purl, policy.name, k.value) as line from policy_violation x
    join component c on c.id = x.component_id join project p on p.id = x.project_id
    join policy_condition k on k.id = x.condition_id join policy on policy.id = k.policy_id
    where x.inactive_since is null`;
  const parts = { findings, decisions, violations };
  const read = Object.entries(parts).map(async ([name, part]) => {
    const { rows } = await sql<{ line: string }>`select line from (${part}) lines order by line`.execute(db);
    return [name, rows.map(({ line }) => line)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Requests that all projects are analysed and all policies evaluated again. */
export async function requestRecount(db: Db): Promise<void> {
  await sql`
    insert into analysis_due (project_id, trigger) select id, 'CHANGE' from project on conflict do nothing`.execute(
    db,
  );
  await sql`insert into policy_recheck (project_id) select id from project`.execute(db);
}
