/**
 * Matching and findings: one project, the whole portfolio, and the portfolio against changed advisories. The floor is copying
 * the same findings into tables with the same indexes.
 *
 * `node bench/src/analysis.ts [components=100000] [ranges=300000] [url of an empty database]`; results are in
 * bench/README.md. Without a URL it starts its own PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { analyzeProjects } from '../../apps/server/src/modules/analysis/analyze-projects.ts';
import { analyzeStaleProjects } from '../../apps/server/src/modules/analysis/analyze-stale-projects.ts';
import { matchChangedVulnerabilities } from '../../apps/server/src/modules/analysis/match-changed-vulnerabilities.ts';
import type { VulnerabilityRecord } from '../../apps/server/src/modules/vulnerabilities/vulnerability-record.ts';
import type { Context } from '../../apps/server/src/platform/context.ts';
import { clientConfig } from '../../apps/server/src/platform/db/connect.ts';
import { copyRows } from '../../apps/server/src/platform/db/copy-rows.ts';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { benchSettings, connectBench } from './connect-bench.ts';
import { serverCpuSeconds, walBytes } from './database-costs.ts';
import { rounded } from './figures.ts';
import { generateComponent, generateRecords, random } from './generate-portfolio.ts';
import { loadAdvisories } from './load-advisories.ts';

const [components = 100_000, ranges = 300_000] = process.argv.slice(2, 4).map(Number);
const url = process.argv[4];
if (!(components > 0) || !(ranges > 0))
  throw new Error('Give numbers of components and ranges, such as 100000 300000.');

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const postgres = url
  ? undefined
  : await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
const log = createLog({ levels: { root: 'warn' } });
const settings = benchSettings(url ?? postgres?.url ?? '', 4);
const { db, close } = connectBench(settings);
const config = { 'svc.task.stale-analysis.max-age': 0 };
const ctx = { db, log, config, now: () => new Date() } as unknown as Context;

const longestStall = watchStalls();

type Package = NonNullable<VulnerabilityRecord['packages']>[number];

const CHANGES = {
  bounds: ({ purl, versions = [] }: Package) => ({
    purl,
    versions: versions.map((bounds) => ({
      ...bounds,
      versionEndExcluding: `${bounds.versionEndExcluding}.1`,
    })),
  }),
  ranges: ({ purl }: Package) => ({ purl, versions: [{ versionEndExcluding: '3.4.0' }] }),
};

const SIZE = 100;
const LARGE = 10_000;

const COLUMNS = [
  'uuid',
  'project_id',
  'name',
  'version',
  'purl',
  'purl_coordinates',
  'cpe',
  'classifier',
  'identity_hash',
  'content_hash',
  'description',
  'hashes',
  'external_references',
] as const;

/** About as long as usual descriptions. */
const DESCRIPTION = 'A library that does what its name says, and a little more.';
const HASHES = { 'SHA-256': 'ab'.repeat(32) };
const LINKS = ['website', 'vcs', 'issue-tracker'].map((type) => ({
  type,
  url: `https://example.org/${type}`,
}));

try {
  await migrate(clientConfig(settings), log);
  console.table([await timed('advisories loaded', () => loadAdvisories(db, generateRecords(ranges, 1)))]);
  await timed('components made', makePortfolio);
  await analyzeTables();
  const large = await projectIds('large');
  const silent = { trigger: undefined };
  const results = [
    await timed(`${LARGE} components, new, with notifications`, () =>
      analyzeProjects(ctx, large, { trigger: 'MANUAL' }),
    ),
    await timed('the same again: nothing changed', () => analyzeProjects(ctx, large, silent)),
    await timed('the same, findings deleted, without notifications', async () => {
      await forget(large);
      return measureOnly(() => analyzeProjects(ctx, large, silent));
    }),
    await timed('  copying these findings', () => copyFloor(large)),
  ];
  await setWatermark();
  results.push(await timed(`portfolio of ${components}, first time`, analyzePortfolio));
  await analyzeTables();
  results.push(await timed('portfolio, nothing changed', analyzePortfolio));
  results.push(await timed('500 changed advisories recorded', () => changeAdvisories(500, 'bounds')));
  results.push(await timed('  portfolio matched against them', () => matchChanged()));
  results.push(await timed('500 with quite another range recorded', () => changeAdvisories(500, 'ranges')));
  results.push(await timed('  portfolio matched against them', () => matchChanged()));
  results.push(await timed('nothing changed since', () => matchChanged()));
  console.table(results);
  console.table(await counts());
} finally {
  await close();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
}

async function timed(what: string, work: () => Promise<unknown>) {
  const [wal, there] = [await walBytes(db), await serverCpuSeconds(db)];
  longestStall();
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  const measured = await work();
  const { user, system } = process.cpuUsage(cpu);
  const stall = longestStall();
  const seconds = typeof measured === 'number' ? measured : (performance.now() - begin) / 1000;
  const row = {
    what,
    seconds: rounded(seconds, 3),
    'CPU here, s': rounded((user + system) / 1e6, 3),
    'PostgreSQL CPU, s': rounded((await serverCpuSeconds(db)) - there, 3),
    'WAL, MB': rounded(((await walBytes(db)) - wal) / 1e6, 3),
    'memory, MB': Math.round(process.memoryUsage.rss() / 1e6),
    'longest stall, ms': stall,
  };
  console.log(JSON.stringify(row));
  return row;
}

/** The longest stall of the event loop since the last call, in milliseconds of CPU time. */
function watchStalls(): () => number {
  let [last, longest] = [process.threadCpuUsage(), 0];
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 2).unref();
  return () => {
    const was = Math.round(longest);
    longest = 0;
    return was;
  };
}

async function measureOnly(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

async function changeAdvisories(count: number, what: keyof typeof CHANGES): Promise<void> {
  // Odd, so that the package with thousands of ranges is not over-represented.
  const step = Math.max(Math.floor(ranges / 3 / count) - 1, 1) | 1;
  const changed = [...generateRecords(ranges)].filter((_, at) => at % step === 0).slice(0, count);
  await loadAdvisories(
    db,
    changed.map((record) => ({ ...record, packages: (record.packages ?? []).map(CHANGES[what]) })),
  );
}

/** Projects of a hundred components each, and one large one. */
async function makePortfolio(): Promise<void> {
  const projects = Math.ceil(components / SIZE);
  await sql`insert into project (uuid, name) select gen_random_uuid(), 'project ' || n
    from generate_series(1, ${projects}) as n`.execute(db);
  await sql`insert into project (uuid, name) values (gen_random_uuid(), 'large')`.execute(db);
  const next = random(42);
  const ids = await projectIds('project %');
  for (let at = 0; at < ids.length; at += 500) {
    const owners = ids.slice(at, at + 500).flatMap((id) => Array.from({ length: SIZE }, () => id));
    await copyComponents(owners, next);
  }
  const [large = 0] = await projectIds('large');
  await copyComponents(new Array(LARGE).fill(large), random(7));
}

async function copyComponents(owners: readonly number[], next: () => number): Promise<void> {
  const rows = owners.map((project_id) => {
    const { purl, coordinates, version, cpe } = generateComponent(next);
    const fixed = { classifier: 'LIBRARY', identity_hash: 1, content_hash: 1, description: DESCRIPTION };
    const said = { hashes: HASHES, external_references: LINKS };
    const uuid = crypto.randomUUID();
    return {
      ...fixed,
      ...said,
      uuid,
      project_id,
      name: 'component',
      version,
      purl,
      purl_coordinates: coordinates,
      cpe,
    };
  });
  await inTransaction(db, (tx) => copyRows(tx, 'component', COLUMNS, rows));
}

async function projectIds(name: string): Promise<number[]> {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where('name', 'like', name)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Analyses all projects, because every last analysis is older than zero seconds. */
async function analyzePortfolio(): Promise<void> {
  await analyzeStaleProjects(ctx, { signal: new AbortController().signal, log });
}

async function matchChanged(): Promise<void> {
  await matchChangedVulnerabilities(ctx, { signal: new AbortController().signal, progress: () => {} });
}

async function setWatermark(): Promise<void> {
  await sql`update matching_watermark set vulnerability_id = 9007199254740991,
    generation = (select max(matching_generation) from vulnerability)`.execute(db);
}

async function forget(ids: readonly number[]): Promise<void> {
  await sql`delete from finding_attribution t using finding f
    where f.project_id = any(${[...ids]}::bigint[]) and t.component_id = f.component_id`.execute(db);
  await sql`delete from finding where project_id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Copies the same rows into tables with the same indexes, inside PostgreSQL. */
async function copyFloor(ids: readonly number[]): Promise<number> {
  for (const table of ['finding', 'finding_attribution'])
    await db.executeQuery(CompiledQuery.raw(`create table floor_${table} (like ${table} including all)`));
  return measureOnly(async () => {
    await sql`insert into floor_finding select * from finding
      where project_id = any(${[...ids]}::bigint[])`.execute(db);
    await sql`insert into floor_finding_attribution select t.* from finding_attribution t join finding f
      using (component_id, vulnerability_id) where f.project_id = any(${[...ids]}::bigint[])`.execute(db);
  });
}

async function analyzeTables(): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('analyze'));
}

async function counts() {
  const tables = ['vulnerability', 'affected_package', 'component', 'matching_purl', 'finding'];
  const { rows } = await sql<{ table: string; rows: number }>`${sql.join(
    tables.map((table) => sql`select ${table} as table, count(*) as rows from ${sql.table(table)}`),
    sql` union all `,
  )}`.execute(db);
  return rows;
}
