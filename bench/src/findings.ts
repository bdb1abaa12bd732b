/**
 * Lists and exports of findings: pages of 100 in a project and in the portfolio, fresh, cached, and during writes; export of a
 * project as FPF with time to first byte and memory, relative to fetching the same rows. Run with `node bench/src/findings.ts [findings of the project] [of the portfolio]`;
 * results are in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { median, rounded } from './figures.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { type Reading, readAnswer } from './read-answer.ts';
import { runNode } from './run-node.ts';
import { seedFindings } from './seed-findings.ts';
import type { BenchServer } from './start-server.ts';

const RUNS = 5;
const [ofProject = 10_000, ofPortfolio = 200_000] = process.argv.slice(2).map(Number);
if (!(ofProject > 0 && ofPortfolio > 0)) throw new Error('Give numbers of findings, such as 10000 200000.');

const bench = await openBench();
const { database } = bench;
// An analysis would remove the seeded findings.
const settings = { 'svc.config.profile': 'web' };
try {
  const starting = await bench.startServer({ settings });
  const project = await seedFindings(database.db, { ofProject, ofPortfolio });
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
      // An ignored parameter makes it a different request, so that it is not cached.
      await readAnswer(`${api}${path}&pageNumber=${1 + (run % 5)}&pageSize=100&run=${run}`, authorization);
      fresh.push(performance.now() - begin);
    }
    results[name] = { 'fresh, ms': rounded(median(fresh)), 'slowest, ms': rounded(Math.max(...fresh)) };
  }
  const load = () => runNode('bench/src/load.ts', [`${api}${inProject}`, '5', '16', authorization]);
  results['a project, kept, 16 readers'] = JSON.parse(await load());
  const writer = writeAgainAndAgain();
  results['the same during writes'] = JSON.parse(await load());
  await writer();
  return results;
}

/** Ten times a second, so that cached responses are dropped. */
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

/** The minimum that an export reads from the database. */
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
