/**
 * Metrics of a portfolio: a recount of all projects, batches of changed projects, and 365 days of the portfolio. Run with
 * `node bench/src/metrics.ts [findings]`; 10,000 projects share the findings.
 */
import type { Permission } from '@tallyman/contract';
import { sql } from 'kysely';
import { checkMetrics } from '../../apps/server/src/modules/metrics/check/check-metrics.ts';
import { listPortfolioMetrics } from '../../apps/server/src/modules/metrics/series/list-portfolio-metrics.ts';
import { updateMetrics } from '../../apps/server/src/modules/metrics/update/update-metrics.ts';
import type { Config } from '../../apps/server/src/platform/config/load-config.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { Principal } from '../../apps/server/src/platform/http/principal.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { backendCpuSeconds, walBytes } from './database-costs.ts';
import { rounded } from './figures.ts';
import { givenSizes } from './given-sizes.ts';
import { openBench } from './open-bench.ts';
import { seedFindings } from './seed-findings.ts';

const PROJECTS = 10_000;
const DAYS = 365;
const BATCH = 100;
const DAY_MS = 86_400_000;
const [findings = 1_400_000] = givenSizes([1_400_000]);
const today = new Date();
const config = { 'svc.metrics.retention-days': DAYS } as Config;
const context = (db: Db, now = today) => ({
  db,
  config,
  now: () => now,
  log: createLog({ levels: { root: 'error' } }),
});

const bench = await openBench();
const { db } = bench.database;
try {
  const starting = await bench.startServer({ settings: { 'svc.config.profile': 'web' } });
  await seedFindings(db, { ofProject: 140, ofPortfolio: findings - 140, projects: PROJECTS - 1 });
  await starting.stop();
  const rows: Record<string, object> = {};
  rows['first count of all'] = await measure(() => updateMetrics(context(db)), undefined, 1);
  await sql`vacuum analyze`.execute(db);
  rows['recount of all, unchanged (2.5 s)'] = await measure(() => checkMetrics(context(db)));
  await seedHistory();
  await sql`vacuum analyze`.execute(db);
  rows['the same and a year of the portfolio'] = await measure(() => checkMetrics(context(db)), undefined, 1);
  rows[`${BATCH} projects, unchanged (100 ms)`] = await measure(
    async () => updateMetrics(context(db)),
    markSome,
  );
  rows[`${BATCH} projects, changed (100 ms)`] = await measure(() => updateMetrics(context(db)), changeSome);
  rows['the next day without a change'] = await measure(() =>
    updateMetrics(context(db, new Date(today.getTime() + DAY_MS))),
  );
  const range = { first: isoDay(today.getTime() - (DAYS - 1) * DAY_MS), last: isoDay(today.getTime()) };
  for (const [name, principal] of Object.entries(await seedPrincipals())) {
    rows[`${DAYS} days, ${name} (30 ms)`] = await measure(() => listPortfolioMetrics(db, principal, range));
  }
  console.log(`${PROJECTS} projects, ${findings} findings`);
  console.table(rows);
} finally {
  await bench.close();
}

/** The best of some runs, each after its own preparation. */
async function measure(
  run: () => Promise<unknown>,
  prepare?: () => Promise<unknown>,
  rounds = 3,
): Promise<object> {
  let best = { 'wall ms': Number.POSITIVE_INFINITY, 'database CPU ms': 0, 'WAL kB': 0 };
  for (let round = 0; round < rounds; round++) {
    await prepare?.();
    const [cpu, wal, start] = [await backendCpuSeconds(db, 'bench'), await walBytes(db), performance.now()];
    await run();
    const wall = rounded(performance.now() - start, 1);
    if (wall >= best['wall ms']) continue;
    best = {
      'wall ms': wall,
      'database CPU ms': rounded(((await backendCpuSeconds(db, 'bench')) - cpu) * 1000, 0),
      'WAL kB': rounded(((await walBytes(db)) - wal) / 1024, 0),
    };
  }
  return best;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function markSome(): Promise<void> {
  await sql`insert into project_change (consumer, project_id, kind)
    select 'metrics', id, 'FINDINGS' from project order by random() limit ${BATCH}`.execute(db);
}

async function changeSome(): Promise<void> {
  await sql`update finding_analysis set is_suppressed = not is_suppressed where project_id = any(array(
    select id from project order by random() limit ${BATCH}))`.execute(db);
}

/** Each project changed on one day in twelve of the last year. */
async function seedHistory(): Promise<void> {
  const first = isoDay(today.getTime() - (DAYS - 1) * DAY_MS);
  await sql`select create_metrics_partitions(${first}::date, ${isoDay(today.getTime())}::date)`.execute(db);
  await sql`
    insert into project_metrics_day
    select (jsonb_populate_record(present, jsonb_build_object('day', past.day, 'high', present.high + past.n % 5))).*
    from project_metrics present
    cross join lateral (
      select ${first}::date + n as day, n from generate_series(0, ${DAYS - 2}::integer) n
      where (n + present.project_id) % 12 = 0) past`.execute(db);
  await sql`delete from portfolio_metrics_change`.execute(db);
  // The check rebuilds what the history implies.
  await checkMetrics({ ...context(db), log: createLog({ levels: { root: 'fatal' } }) });
}

/** A team may see one project in a hundred. Access follows the hierarchy, which the seeded projects do not have yet. */
async function seedPrincipals(): Promise<Record<string, Principal>> {
  await sql`insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from project`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    with team as (insert into team (uuid, name) values (gen_random_uuid(), 'bench') returning id),
    mapped as (
      insert into project_access (project_id, team_id)
      select project.id, team.id from project, team where project.id % 100 = 0)
    select id from team`.execute(db);
  await sql`insert into setting (group_name, name, value) values ('access-management', 'acl.enabled', 'true')`.execute(
    db,
  );
  await sql`vacuum analyze project_ancestry, project_access, project_metrics_change`.execute(db);
  const base = { kind: 'user', id: 1, name: 'bench' } as const;
  return {
    everything: {
      ...base,
      permissions: new Set<Permission>(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
      teamIds: [],
    },
    'one project in a hundred': {
      ...base,
      permissions: new Set<Permission>(),
      teamIds: rows.map(({ id }) => id),
    },
  };
}
