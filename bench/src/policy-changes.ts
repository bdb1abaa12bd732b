/**
 * Consecutive changes of component policies over many small projects: time until every project is evaluated. Run with
 * `node bench/src/policy-changes.ts [projects] [policies] [changes]`; results are in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { rounded } from './figures.ts';
import { measureCosts } from './measure-costs.ts';
import { openBench } from './open-bench.ts';

const [projects = 1_100, policies = 36, changes = 10] = process.argv.slice(2).map(Number);
if (!(projects > 0 && policies >= changes && changes > 0))
  throw new Error('Give numbers of projects, policies and changes, such as 1100 36 10.');

const COMPONENTS = 5;

const bench = await openBench();
const { db } = bench.database;
try {
  const server = await bench.startServer({ isWatched: true });
  await seed();
  const first = await measureCosts(bench, server, () => changeAndWait(1));
  const all = await measureCosts(bench, server, () => changeAndWait(changes));
  console.table({
    'one change': describe(first),
    [`${changes} changes in a row`]: describe(all),
  });

  async function changeAndWait(count: number): Promise<void> {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from policy_condition order by id limit ${count}`.execute(db);
    const name = `component ${count}`;
    for (const { uuid } of rows) await changeCondition(uuid, name);
    while ((await countViolations(name)) < count * projects || (await isEvaluating())) await setTimeout(50);
  }

  async function changeCondition(uuid: string, value: string): Promise<void> {
    const response = await fetch(`${server.api}/api/v1/policy/condition`, {
      method: 'POST',
      headers: { Authorization: server.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ uuid, subject: 'COORDINATES', operator: 'MATCHES', value: coordinates(value) }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  }
} finally {
  await bench.close();
}

function coordinates(name: string): string {
  return JSON.stringify({ group: '*', name, version: '*' });
}

function describe(costs: Awaited<ReturnType<typeof measureCosts>>) {
  return {
    s: rounded(costs.seconds),
    'server CPU, s': rounded(costs.serverCpu),
    'PostgreSQL CPU, s': rounded(costs.postgresCpu),
    'longest stall, ms': costs.longestStall,
  };
}

async function countViolations(name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from policy_violation
    join policy_condition on policy_condition.id = policy_violation.condition_id
    where inactive_since is null and value = ${coordinates(name)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function isEvaluating(): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'evaluate-policies' and state <= 'active' limit 1`.execute(db);
  return rows.length > 0;
}

async function seed(): Promise<void> {
  await sql`
    insert into project (uuid, name) select gen_random_uuid(), 'project ' || n
    from generate_series(1, ${projects}::integer) n`.execute(db);
  await sql`
    insert into component (uuid, project_id, name, version, classifier, purl, identity_hash, content_hash)
    select gen_random_uuid(), project.id, 'component ' || n, '1.' || n, 'LIBRARY',
      'pkg:maven/org.acme/component-' || n || '@1.' || n, n, n
    from project, generate_series(1, ${Math.max(COMPONENTS, changes)}::integer) n`.execute(db);
  await sql`
    insert into policy (uuid, name, operator, violation_state)
    select gen_random_uuid(), 'policy ' || n, 'ANY', 'WARN' from generate_series(1, ${policies}::integer) n
  `.execute(db);
  await sql`
    insert into policy_condition (uuid, policy_id, subject, operator, value)
    select gen_random_uuid(), id, 'COORDINATES', 'MATCHES', ${coordinates('nothing')} from policy order by id
  `.execute(db);
  await sql`analyze project, component, policy, policy_condition`.execute(db);
}
