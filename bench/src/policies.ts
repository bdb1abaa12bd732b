/**
 * 100 vulnerability policies over a project of 10,000 findings: loading, evaluating conditions that can use an index and
 * conditions that cannot, deciding for the first time, and again without changes; and component policies. Run with
 * `node bench/src/policies.ts [policies] [findings]`; results are in bench/README.md.
 */
import { sql } from 'kysely';
import { evaluatePolicies } from '../../apps/server/src/modules/policies/evaluate-policies.ts';
import { applyVulnPolicies } from '../../apps/server/src/modules/vuln-policies/apply-vuln-policies.ts';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { rounded } from './figures.ts';
import { openBench } from './open-bench.ts';

const [policies = 100, findings = 10_000] = process.argv.slice(2).map(Number);
if (!(policies > 0 && findings > 0))
  throw new Error('Give numbers of policies and findings, such as 100 10000.');

const log = createLog({ levels: { root: 'error' } });
const bench = await openBench();
const { db } = bench.database;

const KINDS: Readonly<Record<string, (n: number) => string>> = {
  'pinned by id': (n) => `vuln.id == "CVE-2020-${n}" || vuln.aliases.exists(a, a.id == "CVE-2020-${n}")`,
  'pinned by name': (n) => `component.name == "component ${n}" && vuln.severity in ["LOW", "MEDIUM"]`,
  'not pinned': (n) =>
    `vuln.cvssv3_base_score >= ${(n % 10) + 0.5} && component.name.startsWith("component ${n}")`,
  'regular expressions': (n) => `component.purl.matches("^pkg:maven/.*/lib-${n}@1\\\\.[0-9]+$")`,
};

try {
  // The service applies schema migrations when it starts.
  await (await bench.startServer()).stop();
  const projectId = await seed();
  const results: Record<string, object> = {};
  for (const [name, condition] of Object.entries(KINDS)) {
    await seedPolicies(condition);
    const first = await timed(() => apply(projectId));
    const again = await timed(() => apply(projectId));
    const { rows } = await sql<{ n: number }>`select count(*) as n from finding_analysis`.execute(db);
    results[name] = { ...prefixed('first', first), ...prefixed('again', again), decided: Number(rows[0]?.n) };
    await sql`delete from vuln_policy`.execute(db);
    await apply(projectId);
  }
  await seedComponentPolicies();
  const first = await timed(() => evaluate(projectId));
  results['component policies'] = {
    ...prefixed('first', first),
    ...prefixed('again', await timed(() => evaluate(projectId))),
  };
  console.table(results);
} finally {
  await bench.close();
}

function apply(projectId: number) {
  return inTransaction(db, (tx) => applyVulnPolicies(tx, { now: new Date(), log }, [projectId]));
}

function evaluate(projectId: number) {
  return inTransaction(db, (tx) => evaluatePolicies(tx, { now: new Date(), log }, [projectId]));
}

interface Cost {
  readonly seconds: number;
  readonly cpu: number;
}

async function timed(work: () => Promise<unknown>): Promise<Cost> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - begin) / 1_000, cpu: (user + system) / 1e6 };
}

function prefixed(name: string, { seconds, cpu }: Cost): object {
  return { [`${name}, s`]: rounded(seconds), [`${name}, own CPU s`]: rounded(cpu) };
}

/** Five findings for each component, of as many vulnerabilities as there are components. */
async function seed(): Promise<number> {
  const components = Math.ceil(findings / 5);
  await sql`insert into project (uuid, name) values (gen_random_uuid(), 'bench')`.execute(db);
  await sql`
    insert into component (uuid, project_id, name, version, classifier, purl, identity_hash, content_hash)
    select gen_random_uuid(), project.id, 'component ' || n, '1.' || n, 'LIBRARY',
      'pkg:maven/org.acme/lib-' || n || '@1.' || n, n, n
    from project, generate_series(1, ${components}::integer) n`.execute(db);
  await sql`
    insert into vulnerability (uuid, source, vuln_id, severity, cvss_v3_score, content_hash, matching_generation)
    select gen_random_uuid(), 'NVD', 'CVE-2020-' || n, (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])[1 + n % 4],
      n % 10, n, 0
    from generate_series(1, ${components}::integer) n`.execute(db);
  await sql`
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select c.id, v.id, c.project_id, now()
    from (select id, project_id, row_number() over (order by id) as n from component) c
    join generate_series(0, 4) k on true
    join (select id, row_number() over (order by id) as n from vulnerability) v
      on v.n = 1 + (c.n - 1 + k * 7) % ${components}::bigint`.execute(db);
  await sql`analyze component, vulnerability, finding`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from project`.execute(db);
  return rows[0]?.id ?? 0;
}

async function seedPolicies(condition: (n: number) => string): Promise<void> {
  for (let n = 1; n <= policies; n += 1) {
    await sql`
      insert into vuln_policy (uuid, name, condition, analysis, operation_mode, priority, created_at)
      values (gen_random_uuid(), ${`policy ${n}`}, ${condition(n)}, '{"state": "NOT_AFFECTED"}', 'APPLY', 0,
        now())`.execute(db);
  }
}

async function seedComponentPolicies(): Promise<void> {
  for (let n = 1; n <= policies; n += 1) {
    await sql`
      with added as (
        insert into policy (uuid, name, operator, violation_state)
        values (gen_random_uuid(), ${`policy ${n}`}, 'ANY', 'WARN') returning id
      )
      insert into policy_condition (uuid, policy_id, subject, operator, value, violation_type)
      select gen_random_uuid(), id, 'EXPRESSION', 'MATCHES',
        ${`component.name == "component ${n}" && vulns.exists(v, v.severity == "HIGH")`}, 'SECURITY' from added`.execute(
      db,
    );
  }
}
