/**
 * Lists and exports of findings: pages of 100 in a project and in a whole portfolio, fresh, kept, and while somebody
 * writes; the export of a project in the Finding Packaging Format with time to the first byte and memory, beside
 * fetching the same rows alone. Run with `node bench/src/findings.ts [findings of the project] [of the portfolio]`;
 * results are kept in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { median, rounded } from './figures.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { type Reading, readAnswer } from './read-answer.ts';
import { runNode } from './run-node.ts';
import type { BenchServer } from './start-server.ts';

const RUNS = 5;
const [ofProject = 10_000, ofPortfolio = 200_000] = process.argv.slice(2).map(Number);
if (!(ofProject > 0 && ofPortfolio > 0)) throw new Error('Give numbers of findings, such as 10000 200000.');

const bench = await openBench();
const { database } = bench;
// What was seeded would be analysed, and gone.
const settings = { 'svc.config.profile': 'web' };
try {
  const starting = await bench.startServer({ settings });
  const project = await seed();
  await starting.stop();
  const server = await bench.startServer({ settings });
  console.table(await measurePages(project, server));
  console.table(await measureExport(project, server));
} finally {
  await bench.close();
}

async function measurePages(
  project: string,
  { api, authorization }: BenchServer,
): Promise<Record<string, object>> {
  const inProject = `/api/v1/finding/project/${project}`;
  const worst = 'sortName=vulnerability.severity&sortOrder=asc';
  const lists = {
    'a project': `${inProject}?`,
    'a project, the worst first': `${inProject}?${worst}`,
    'a project, by text': `${inProject}?searchText=component-77`,
    'the portfolio': '/api/v1/finding?totalCount=BOUNDED',
    'the portfolio, the worst first': `/api/v1/finding?totalCount=BOUNDED&${worst}`,
    'the portfolio, exploited': '/api/v1/finding?totalCount=BOUNDED&isKev=true',
    'the portfolio, counted': '/api/v1/finding?showInactive=true',
    'the portfolio, grouped': '/api/v1/finding/grouped?totalCount=BOUNDED',
    'the portfolio, as cases': '/api/v1/finding/cases?totalCount=BOUNDED',
  };
  const results: Record<string, object> = {};
  for (const [name, path] of Object.entries(lists)) {
    const fresh: number[] = [];
    for (let run = 0; run < 20; run++) {
      const begin = performance.now();
      // A parameter that nothing looks at: another request for the same.
      await readAnswer(`${api}${path}&pageNumber=${1 + (run % 5)}&pageSize=100&run=${run}`, authorization);
      fresh.push(performance.now() - begin);
    }
    results[name] = { 'fresh, ms': rounded(median(fresh)), 'slowest, ms': rounded(Math.max(...fresh)) };
  }
  const load = () => runNode('bench/src/load.ts', [`${api}${inProject}`, '5', '16', authorization]);
  results['a project, kept, 16 readers'] = JSON.parse(await load());
  const writer = writeAgainAndAgain();
  results['the same while somebody writes'] = JSON.parse(await load());
  await writer();
  return results;
}

/** Ten times a second, so that kept answers do not last. */
function writeAgainAndAgain(): () => Promise<void> {
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await sql`update project set last_risk_score = random() where name = 'portfolio 1'`.execute(
        database.db,
      );
      await setTimeout(100);
    }
  })();
  return () => {
    isOver = true;
    return writing;
  };
}

async function measureExport(project: string, { api, authorization, pid }: BenchServer) {
  const url = `${api}/api/v1/finding/project/${project}/export`;
  const idle = residentMegabytes(pid);
  const peak = watchMemory(pid);
  await readAnswer(url, authorization);
  const [readings, floor, cpu]: [Reading[], number[], number[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    floor.push(await fetchRows(project));
    const before = cpuSeconds(pid);
    readings.push(await readAnswer(url, authorization));
    cpu.push(cpuSeconds(pid) - before);
  }
  const seconds = median(readings.map((one) => one.seconds));
  return {
    [`FPF of ${ofProject} findings`]: {
      MB: rounded((readings[0]?.bytes ?? 0) / 1e6),
      'first byte, ms': Math.round(median(readings.map((one) => one.firstByte)) * 1000),
      s: rounded(seconds),
      'CPU, s': rounded(median(cpu)),
      'rows alone, s': rounded(median(floor)),
      ratio: rounded(seconds / median(floor)),
      'memory more, MB': peak() - idle,
    },
  };
}

/** The least that an export needs of the database. */
async function fetchRows(project: string): Promise<number> {
  const begin = performance.now();
  await sql`
    select c.*, v.*, a.*, t.* from finding f join component c on c.id = f.component_id
    join vulnerability v on v.id = f.vulnerability_id join project p on p.id = f.project_id
    left join finding_analysis a on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id
    join finding_attribution t on t.component_id = f.component_id and t.vulnerability_id = f.vulnerability_id
    where p.uuid = ${project}`.execute(database.db);
  return (performance.now() - begin) / 1000;
}

/** Two findings for each component, over a third as many vulnerabilities, half of which have a second name. */
async function seed(): Promise<string> {
  const vulnerabilities = Math.ceil(Math.max(ofProject, ofPortfolio / 10) / 3);
  const { db } = database;
  await sql`
    insert into vulnerability (uuid, source, vuln_id, title, description, severity, cvss_v3_score, cvss_v3_vector,
      published_at, cwes, reference_links, content_hash, matching_generation)
    select gen_random_uuid(), case when n % 2 = 0 then 'NVD' else 'GITHUB' end,
      case when n % 2 = 0 then 'CVE-2026-' || n else 'GHSA-' || n + 1 end, 'A flaw of kind ' || n,
      repeat('What can happen and to whom. ', 20),
      (array['CRITICAL', 'HIGH', 'HIGH', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'LOW', 'UNASSIGNED'])[1 + n * 7 % 8],
      (n % 100) / 10.0, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', now() - n * interval '1 hour', array[79, 89],
      '[{"url": "https://example.org/a"}, {"url": "https://example.org/b"}]', 0, 0
    from generate_series(1, ${vulnerabilities}::integer) n`.execute(db);
  await sql`insert into vulnerability_alias (source, vuln_id, group_id)
    select source, vuln_id, split_part(vuln_id, '-', case when source = 'NVD' then 3 else 2 end)::bigint
    from vulnerability`.execute(db);
  await sql`insert into epss_score (cve, score, percentile)
    select vuln_id, random(), random() from vulnerability where source = 'NVD'`.execute(db);
  await sql`with asserter as (
      insert into vulnerability_asserter (name, display_name, source) values ('bench', 'Bench', 'NVD') returning id)
    insert into kev_assertion (asserter_id, source, vuln_id, created_at, updated_at)
    select asserter.id, v.source, v.vuln_id, now(), now() from asserter, vulnerability v where v.id % 100 = 0`.execute(
    db,
  );
  await seedProjects('portfolio', 200, Math.ceil(ofPortfolio / 400), vulnerabilities);
  await seedProjects('measured', 1, Math.ceil(ofProject / 2), vulnerabilities);
  await sql`vacuum analyze`.execute(db);
  const { uuid } = await db
    .selectFrom('project')
    .select('uuid')
    .where('name', '=', 'measured 1')
    .executeTakeFirstOrThrow();
  return uuid;
}

async function seedProjects(name: string, projects: number, components: number, vulnerabilities: number) {
  await sql`
    with owner as (
      insert into project (uuid, name, version)
      select gen_random_uuid(), ${name} || ' ' || n, '1' from generate_series(1, ${projects}::integer) n
      returning id
    ), added as (
      insert into component (uuid, project_id, name, group_name, version, purl, purl_coordinates, classifier,
        identity_hash, content_hash)
      select gen_random_uuid(), owner.id, 'component-' || n, 'acme', '1.0', 'pkg:npm/%40acme/component-' || n || '@1.0',
        'pkg:npm/%40acme/component-' || n || '@1.0', 'LIBRARY', n, n
      from owner, generate_series(1, ${components}::integer) n returning id, project_id
    ), found as (
      insert into finding (component_id, vulnerability_id, project_id, first_seen)
      select added.id, 1 + (added.id * 7919 + k * 104729) % ${vulnerabilities}::bigint, added.project_id, now()
      from added, generate_series(1, 2) k on conflict do nothing returning *
    ), attributed as (
      insert into finding_attribution (component_id, vulnerability_id, analyzer, attributed_at)
      select component_id, vulnerability_id, 'internal', now() from found
    )
    insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by, updated_at)
    select component_id, vulnerability_id, project_id, 'IN_TRIAGE', component_id % 5 = 0, 'PERSON', now()
    from found where component_id % 10 = 0`.execute(database.db);
}
