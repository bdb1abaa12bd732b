/**
 * Lists of findings as of a past time, changes of a project and of the portfolio, and history of a project, in portfolios of
 * two sizes: pages of 100, not cached. `seed-past.ts` says what the past is. Run with `node bench/src/as-of.ts [findings]`;
 * the second portfolio has ten times as many. Results are in bench/README.md.
 */
import { median, rounded } from './figures.ts';
import { openBench } from './open-bench.ts';
import { readAnswer } from './read-answer.ts';
import { seedFindings } from './seed-findings.ts';
import { seedPast } from './seed-past.ts';
import type { BenchServer } from './start-server.ts';

const RUNS = 20;
const GROWTH = 10;
const [findings = 140_000] = process.argv.slice(2).map(Number);
if (!(findings > 0)) throw new Error('Give a number of findings, such as 140000.');

const small = await measure(findings);
const large = await measure(findings * GROWTH);
console.table(
  Object.fromEntries(
    Object.entries(large).map(([name, { slowest, typical }]) => [
      name,
      {
        [`${findings}, ms`]: rounded(small[name]?.typical ?? 0),
        [`${findings * GROWTH}, ms`]: rounded(typical),
        'slowest, ms': rounded(slowest),
        [`growth, ×${GROWTH}`]: rounded(typical / (small[name]?.typical ?? 1)),
      },
    ]),
  ),
);

interface Times {
  readonly typical: number;
  readonly slowest: number;
}

async function measure(size: number): Promise<Record<string, Times>> {
  const bench = await openBench();
  // An analysis would remove the seeded findings.
  const settings = { 'svc.config.profile': 'web' };
  try {
    const starting = await bench.startServer({ settings });
    const ofProject = Math.min(10_000, Math.ceil(size / 10));
    const project = await seedFindings(bench.database.db, { ofProject, ofPortfolio: size - ofProject });
    await seedPast(bench.database.db);
    await starting.stop();
    return await measurePages(project, await bench.startServer({ settings }));
  } finally {
    await bench.close();
  }
}

async function measurePages(
  project: string,
  { api, authorization }: BenchServer,
): Promise<Record<string, Times>> {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const worst = 'sortName=vulnerability.severity&sortOrder=asc';
  const lists = {
    'the portfolio now': '/api/v1/finding?totalCount=BOUNDED',
    'the portfolio 5 days ago': `/api/v1/finding?asOf=${daysAgo(5)}`,
    'the portfolio 15 days ago': `/api/v1/finding?asOf=${daysAgo(15)}`,
    'the portfolio 25 days ago': `/api/v1/finding?asOf=${daysAgo(25)}`,
    'the portfolio before everything': `/api/v1/finding?asOf=${daysAgo(50)}`,
    'the portfolio 15 days ago, the worst first': `/api/v1/finding?asOf=${daysAgo(15)}&${worst}`,
    'the portfolio 15 days ago, critical': `/api/v1/finding?asOf=${daysAgo(15)}&severity=CRITICAL`,
    'a project 15 days ago, the worst first': `/api/v1/finding/project/${project}?asOf=${daysAgo(15)}&${worst}`,
  };
  const keysets = {
    'history of a project': `/api/v1/project/${project}/history?asOf=${daysAgo(15)}&limit=100`,
    'changes of a project': `/api/v1/project/${project}/changes?from=${daysAgo(35)}&limit=100`,
    'changes of the portfolio': `/api/v2/findings/changes?from=${daysAgo(35)}&limit=100`,
    'decisions of the portfolio': `/api/v2/findings/changes?from=${daysAgo(35)}&kind=DECIDED&limit=100`,
  };
  const results: Record<string, Times> = {};
  for (const [name, path] of Object.entries({ ...lists, ...keysets })) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = name in lists ? `&pageNumber=${1 + (run % 5)}&pageSize=100` : '';
      const begin = performance.now();
      // An ignored parameter makes it a different request, so that it is not cached.
      await readAnswer(`${api}${path}${page}&run=${run}`, authorization);
      times.push(performance.now() - begin);
    }
    results[name] = { typical: median(times), slowest: Math.max(...times) };
  }
  return results;
}
