import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedComponents } from '../../../test/support/seed-components.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { recordVulnerabilities } from '../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../vulnerabilities/vulnerability-record.ts';
import { analyzeProjects } from './analyze-projects.ts';
import { ANALYZER_NAMES } from './analyzers/analyzer.ts';
import { listProjectsToAnalyze } from './list-projects-to-analyze.ts';

const NVD = mirrorAsserter('nvd', 'NVD', 'NVD');
const GITHUB = mirrorAsserter('github', 'GitHub Advisories', 'GITHUB');

/** Deterministic. */
function choices(seed: number) {
  let state = seed;
  return <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return items[(state >>> 8) % items.length] as Item;
  };
}

const NAMES = ['basket', 'stamps', 'ledger', 'scales', 'kernel'];
const VERSIONS = ['0.9', '1.0.0', '1.4.2', '2.0.0', '2.0.0-rc.1', '3.1', '5.10.0-1', 'nonsense', '1:2.0-3'];
const PACKAGES = NAMES.flatMap((name) => [
  { purl: `pkg:npm/${name}`, qualifiers: '' },
  { purl: `pkg:maven/org.acme/${name}`, qualifiers: '' },
  { purl: `pkg:deb/debian/${name}`, qualifiers: '?distro=debian-12' },
  { purl: `pkg:deb/debian/lib${name}`, qualifiers: `?distro=debian-11&upstream=${name}` },
  { purl: `pkg:rpm/redhat/${name}`, qualifiers: '?distro=rhel-9' },
]);
const DISTRIBUTIONS = ['', '?distro=debian-11', '?distro=debian-12'];

function generateComponent(choose: ReturnType<typeof choices>) {
  const [{ purl, qualifiers }, version] = [choose(PACKAGES), choose(VERSIONS)];
  const at = `@${version}`;
  const name = choose(NAMES);
  const purls = [
    { purl: `${purl}${at}${qualifiers}`, purl_coordinates: `${purl}${at}` },
    { purl, purl_coordinates: purl },
    {},
    {
      purl: `${purl}${at}`,
      purl_coordinates: `${purl}${at}`,
      purl_with_source: `${purl}${at}?upstream=${name}`,
    },
  ];
  const shown = version.replace(':', '\\:');
  const cpes = [null, `cpe:2.3:a:acme:${name}:${shown}:*:*:*:*:*:*:*`, `cpe:2.3:a:*:${name}:*:*:*:*:*:*:*:*`];
  return { name, version, ...choose([0, 0, 0, 1, 2, 3].map((at) => purls[at] ?? {})), cpe: choose(cpes) };
}

function generateRecord(at: number, choose: ReturnType<typeof choices>): VulnerabilityRecord {
  const bounds = [
    { versionEndExcluding: choose(VERSIONS) },
    { versionStartIncluding: '1.0.0', versionEndIncluding: choose(VERSIONS) },
    { versionStartExcluding: choose(VERSIONS) },
  ];
  const packages = [0, 1].map(() => {
    const { purl } = choose(PACKAGES);
    return {
      purl: `${purl}${purl.includes('/debian/') ? choose(DISTRIBUTIONS) : ''}`,
      versions: [choose(bounds)],
    };
  });
  const cpe = `cpe:2.3:a:${choose(['acme', 'other', '*'])}:${choose([...NAMES, '*'])}:*:*:*:*:*:*:*:*`;
  return {
    source: 'NVD',
    vulnId: `CVE-2026-${1_000 + at}`,
    title: `Flaw ${at}`,
    packages,
    cpes: at % 3 === 0 ? [{ cpe, ...choose(bounds) }] : [],
  };
}

describe('Surveying the whole portfolio', () => {
  let database: TestDatabase;
  let projectIds: number[];
  const ctx = () => ({ db: database.db, log: silentLog, now: () => new Date() }) as unknown as Context;
  const record = (asserter: typeof NVD, records: readonly VulnerabilityRecord[]) =>
    inTransaction(database.db, (tx) =>
      recordVulnerabilities(tx, { asserter, mirrored: new Set(), now: new Date() }, records),
    );
  const analyze = (ids: readonly number[]) => analyzeProjects(ctx(), ids, { trigger: undefined });
  const findToAnalyze = async () => {
    const found = await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => listProjectsToAnalyze(tx, ANALYZER_NAMES));
    return found.toSorted((one, other) => one - other);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const choose = choices(7);
    const records = Array.from({ length: 80 }, (_, at) => generateRecord(at, choose));
    await record(NVD, records);
    await record(GITHUB, records.slice(0, 20));
    const uuids = Array.from({ length: 150 }, newUuid);
    await database.db
      .insertInto('project')
      .values(uuids.map((uuid) => ({ uuid, name: uuid })))
      .execute();
    projectIds = [];
    for (const uuid of uuids) {
      const components = [generateComponent(choose), generateComponent(choose)];
      projectIds.push((await seedComponents(database.db, uuid, { components })).projectId);
    }
  });
  afterAll(() => database.drop());

  /** Everything that an analysis writes, by project. */
  const stored = async () => {
    const { rows } = await sql<{ project_id: number; state: string }>`
      select p.id as project_id, (
        select coalesce(jsonb_agg(jsonb_build_array(f, t) order by f.component_id, f.vulnerability_id, t.analyzer), '[]')
        from finding f join finding_attribution t using (component_id, vulnerability_id) where f.project_id = p.id
      )::text as state from project p`.execute(database.db);
    return new Map(rows.map(({ project_id, state }) => [project_id, state]));
  };
  /** Returns the projects whose findings an analysis changes. */
  const analyzeAll = async () => {
    const before = await stored();
    await analyze(projectIds);
    const after = await stored();
    return projectIds.filter((id) => before.get(id) !== after.get(id));
  };

  it('finds all projects that were never matched', async () => {
    const found = await findToAnalyze();
    const changed = await analyzeAll();
    expect(changed.length).toBeGreaterThan(80);
    expect(found).toEqual(expect.arrayContaining(changed));
  });

  it('finds none after all were analysed', async () => {
    expect(await findToAnalyze()).toEqual([]);
  });

  it.each([
    ['an advisory was withdrawn', sql`update vulnerability set rejected_at = now() where id % 7 = 0`],
    [
      'an advisory is no longer withdrawn',
      sql`update vulnerability set rejected_at = null where rejected_at is not null`,
    ],
    [
      'an asserter withdrew affected packages',
      sql`delete from affected_package where asserter_id = 1 and vulnerability_id % 4 = 0`,
    ],
    ['names are no longer affected', sql`delete from affected_cpe where vulnerability_id % 2 = 0`],
    ['findings are missing', sql`delete from finding_attribution where component_id % 11 = 0`],
    [
      'findings were deleted',
      sql`update finding_attribution set deleted_at = now(), evidence = null
      where component_id % 13 = 0`,
    ],
    [
      'the evidence names another asserter',
      sql`update finding_attribution
      set evidence = jsonb_set(evidence, '{asserter}', '"github"') where component_id % 5 = 0`,
    ],
    [
      'a disabled analyzer had reported findings',
      sql`insert into finding_attribution
      (component_id, vulnerability_id, analyzer, attributed_at)
      select component_id, vulnerability_id, 'oss-index', now() from finding where component_id % 17 = 0`,
    ],
    [
      'versions changed',
      sql`update component set version = '2.0.0', purl = split_part(purl, '@', 1) || '@2.0.0',
      purl_coordinates = split_part(purl, '@', 1) || '@2.0.0', purl_with_source = null
      where id % 19 = 0 and position('?' in purl) = 0`,
    ],
  ])('finds the projects that an analysis would change if %s', async (_, change) => {
    await change.execute(database.db);
    const found = await findToAnalyze();
    const changed = await analyzeAll();
    expect(changed).not.toEqual([]);
    expect(found).toEqual(changed);
    expect(await findToAnalyze()).toEqual([]);
  });

  it('ignores removed components', async () => {
    await sql`update component set removed_at = now() where id % 3 = 0`.execute(database.db);
    expect(await findToAnalyze()).toEqual([]);
  });

  it('finds projects with components that have no matching keys', async () => {
    const [first = 0, second = 0] = projectIds;
    const added = {
      name: 'new',
      purl: 'pkg:npm/new@1',
      purl_coordinates: 'pkg:npm/new@1',
      classifier: 'LIBRARY',
    };
    const named = { name: 'named', cpe: 'cpe:2.3:a:acme:new:1:*:*:*:*:*:*:*', classifier: 'LIBRARY' };
    const rest = { identity_hash: 1, content_hash: 1 };
    await database.db
      .insertInto('component')
      .values([
        { ...added, ...rest, uuid: newUuid(), project_id: first },
        { ...named, ...rest, uuid: newUuid(), project_id: second },
      ])
      .execute();
    expect(await findToAnalyze()).toEqual([first, second]);
  });
});
