import { sql } from 'kysely';
import { countFacetCells } from '../../apps/server/src/modules/findings/lists/finding-facets-store.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { Principal } from '../../apps/server/src/platform/http/principal.ts';
import { serverCpuSeconds } from './database-costs.ts';
import { median, rounded } from './figures.ts';
import { readAnswer } from './read-answer.ts';
import type { BenchServer } from './start-server.ts';

const RUNS = 10;
/** Outdated projects, as after a minute of uploads. */
const OUTDATED = 3;

const ADMINISTRATOR: Principal = {
  kind: 'user',
  id: 1,
  name: 'admin',
  permissions: new Set(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};

const REQUESTS = {
  facets: '/api/v2/findings/facets?',
  'facets, three filters': '/api/v2/findings/facets?severity=HIGH&analysisStatus=NOT_SET&isKev=false',
  'facets, projects and tags': '/api/v2/findings/facets?facets=project,tag',
  'facets, EPSS ≥ 0.9: counted one by one': '/api/v2/findings/facets?epssFrom=0.9',
  'first page, exact total': '/api/v1/finding?pageSize=100',
  'first page, worst first, bounded total':
    '/api/v1/finding?pageSize=100&orderBy=vulnerability.severity&sort=asc&totalCount=BOUNDED',
} as const;

export interface FacetCosts {
  readonly ms: number;
  readonly fastestMs: number;
  readonly cpuMs: number;
}

/** Costs of fresh responses by name, all stored counts being current, then with some outdated ones. */
export async function measureFacets(db: Db, server: BenchServer): Promise<Record<string, FacetCosts>> {
  const costs: Record<string, FacetCosts> = {
    'all findings, one by one': await measure(db, () =>
      countFacetCells(db, ADMINISTRATOR, { withSuppressed: true }, 'findings'),
    ),
  };
  let request = 0;
  // An ignored parameter makes it a different request, so that it is not cached.
  const read = (path: string) => readAnswer(`${server.api}${path}&run=${++request}`, server.authorization);
  for (const [name, path] of Object.entries(REQUESTS)) costs[name] = await measure(db, () => read(path));
  await sql`insert into project_change (consumer, project_id, kind)
    select 'finding-counts', id, 'FINDINGS' from project order by id limit ${OUTDATED}`.execute(db);
  costs[`facets, ${OUTDATED} projects outdated`] = await measure(db, () => read(REQUESTS.facets));
  await sql`delete from project_change where consumer = 'finding-counts'`.execute(db);
  return costs;
}

async function measure(db: Db, work: () => Promise<unknown>): Promise<FacetCosts> {
  await work();
  const before = await serverCpuSeconds(db);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  const cpu = (await serverCpuSeconds(db)) - before;
  return {
    ms: Math.round(median(times)),
    fastestMs: Math.round(Math.min(...times)),
    cpuMs: rounded((1000 * cpu) / RUNS, 0),
  };
}

/** CPU relative to counting all findings one by one, in the same minute. */
export function presentFacetCosts(costs: Readonly<Record<string, FacetCosts>>): Record<string, object> {
  const floor = Object.values(costs)[0]?.cpuMs ?? 1;
  return Object.fromEntries(
    Object.entries(costs).map(([name, { ms, fastestMs, cpuMs }]) => [
      name,
      {
        'median, ms': ms,
        'fastest, ms': fastestMs,
        'PostgreSQL CPU, ms': cpuMs,
        'CPU, relative': rounded(cpuMs / floor),
      },
    ]),
  );
}
