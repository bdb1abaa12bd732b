import type { Permission } from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../../test/fuzz/random.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hasDifferentPortfolio } from '../metric-values/check-portfolio-access.ts';
import { mergePortfolioChanges, mergeProjectChanges } from '../metric-values/portfolio-changes-access.ts';
import { checkMetrics } from './check/check-metrics.ts';
import { listDifferences, listDifferentCollections, listProjectIds } from './check/metrics-check-store.ts';
import { listPortfolioMetrics } from './series/list-portfolio-metrics.ts';
import { findDaysOfAll, listDaysOfAccessible } from './series/portfolio-store.ts';
import { listProjectDays } from './series/series-store.ts';
import { weighPastDays } from './series/weigh-past-days.ts';
import { maintainPartitions } from './update/maintain-partitions.ts';
import { listPartitionDays } from './update/partition-store.ts';
import { measureNow, updateMetrics } from './update/update-metrics.ts';
import { listCollectionLevels } from './update/update-store.ts';

const WEIGHTS = { critical: 10, high: 5, medium: 3, low: 1, unassigned: 5 };
const EVERYONE: Principal = {
  kind: 'user',
  id: 1,
  name: 'admin',
  permissions: new Set<Permission>(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};

interface Change {
  readonly name: string;
  readonly make: (db: Db, random: Random) => Promise<unknown>;
}

function change(name: string, statement: (random: Random) => RawBuilder<unknown>): Change {
  const make = (db: Db, random: Random) =>
    inTransaction(db, async (tx) => {
      await sql`select setseed(${random.next()})`.execute(tx);
      await statement(random).execute(tx);
    });
  return { name, make };
}

const some = (random: Random) => sql`random() < ${random.pick([0.1, 0.3, 0.8])}`;
const aProject = sql`(select id from project order by random() limit 1)`;
const aVulnerability = sql`(select id from vulnerability order by random() limit 1)`;

const insertProject = change(
  'a new project with components',
  (random) => sql`
    with made as (
      insert into project (uuid, name, parent_id)
      values (gen_random_uuid(), gen_random_uuid()::text,
        case when ${random.chance(0.5)} then (select min(id) from project where collection_logic is not null) end)
      returning id, parent_id),
    placed as (
      insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from made
      union all select parent_id, id, 1 from made where parent_id is not null)
    insert into component (uuid, project_id, name, classifier, identity_hash, content_hash)
    select gen_random_uuid(), made.id, 'c' || n, 'LIBRARY', n, n from made, generate_series(1, 4) n`,
);
const insertVulnerabilities = change(
  'new vulnerabilities',
  () => sql`
    insert into vulnerability (uuid, source, vuln_id, severity, content_hash, matching_generation)
    select gen_random_uuid(), case when n % 2 = 0 then 'NVD' else 'GITHUB' end, 'V-' || n, 'HIGH', 0, 0
    from generate_series(1, 10) n on conflict do nothing`,
);
const insertFindings = change(
  'new findings',
  (random) => sql`
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select component.id, vulnerability.id, project_id, now() from component, vulnerability where ${some(random)}
    on conflict (component_id, vulnerability_id) do update set inactive_since = null`,
);

const CHANGES: readonly Change[] = [
  insertProject,
  insertVulnerabilities,
  insertFindings,
  change('ended findings', (random) => sql`update finding set inactive_since = now() where ${some(random)}`),
  change('deleted findings', () => sql`delete from finding where random() < 0.1`),
  change(
    'decisions',
    (random) => sql`
      insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by,
        severity, updated_at)
      select component_id, vulnerability_id, project_id,
        ${random.pick(['NOT_SET', 'IN_TRIAGE', 'FALSE_POSITIVE'])}, ${random.chance(0.5)}::boolean, 'PERSON',
        ${random.pick(['LOW', 'INFO', null])}::text, now()
      from finding where ${some(random)}
      on conflict (component_id, vulnerability_id) do update
      set state = excluded.state, is_suppressed = excluded.is_suppressed, severity = excluded.severity`,
  ),
  change('deleted decisions', (random) => sql`delete from finding_analysis where ${some(random)}`),
  change(
    'other severities',
    (random) =>
      sql`update vulnerability set severity = ${random.pick(['LOW', 'CRITICAL', 'UNASSIGNED'])} where ${some(random)}`,
  ),
  change('a deleted vulnerability', () => sql`delete from vulnerability where id = ${aVulnerability}`),
  change(
    'a known exploited vulnerability',
    () => sql`
      insert into kev_assertion (asserter_id, source, vuln_id, created_at, updated_at)
      select vulnerability_asserter.id, vulnerability.source, vuln_id, now(), now()
      from vulnerability, vulnerability_asserter where vulnerability.id = ${aVulnerability} on conflict do nothing`,
  ),
  change('vulnerabilities no longer exploited', () => sql`delete from kev_assertion where random() < 0.5`),
  change(
    'other aliases',
    () => sql`
      insert into vulnerability_alias (source, vuln_id, group_id)
      select source, vuln_id, 1 + floor(random() * 4) from vulnerability
      on conflict (vuln_id, source) do update set group_id = excluded.group_id`,
  ),
  change('removed aliases', () => sql`delete from vulnerability_alias where random() < 0.5`),
  change(
    'removed components',
    (random) =>
      sql`update component set removed_at = ${random.pick([new Date(), null])} where ${some(random)}`,
  ),
  change('deleted components', () => sql`delete from component where random() < 0.1`),
  change(
    'an inactive project',
    (random) =>
      sql`update project set inactive_since = ${random.pick([new Date(), null])} where id = ${aProject}`,
  ),
  change(
    'violations',
    (random) => sql`
      insert into policy_violation (uuid, component_id, project_id, condition_id, type, occurred_at)
      select gen_random_uuid(), component.id, project_id, condition.id, ${random.pick(['SECURITY', 'LICENSE'])}, now()
      from component, policy_condition condition where ${some(random)}
      on conflict (component_id, condition_id) do update set inactive_since = null`,
  ),
  change(
    'ended violations',
    (random) => sql`update policy_violation set inactive_since = now() where ${some(random)}`,
  ),
  change(
    'decisions on violations',
    (random) => sql`
      insert into policy_violation_analysis (violation_id, state, is_suppressed)
      select id, ${random.pick(['NOT_SET', 'APPROVED'])}, ${random.chance(0.3)}::boolean from policy_violation
      where ${some(random)}
      on conflict (violation_id) do update set state = excluded.state, is_suppressed = excluded.is_suppressed`,
  ),
  change(
    'another state of a policy',
    (random) => sql`update policy set violation_state = ${random.pick(['INFO', 'WARN', 'FAIL'])}`,
  ),
  change(
    'another rule of a collection',
    (random) => sql`
      update project set collection_logic = ${random.pick(['AGGREGATE_DIRECT_CHILDREN', 'AGGREGATE_LATEST_VERSION_CHILDREN', 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG'])},
        collection_tag_id = (select min(id) from tag)
      where collection_logic is not null`,
  ),
  change(
    'another latest version',
    () => sql`update project set is_latest = not is_latest where id = ${aProject}`,
  ),
  change(
    'tags',
    () => sql`insert into project_tag (project_id, tag_id)
      select id, (select min(id) from tag) from project where random() < 0.3 on conflict do nothing`,
  ),
  change('tags removed', () => sql`delete from project_tag where random() < 0.5`),
  change(
    'a project without parent',
    () => sql`
      with moved as (
        update project set parent_id = null where parent_id is not null and random() < 0.3 returning id)
      delete from project_ancestry using moved where descendant_id = moved.id and depth = 1`,
  ),
  change(
    'a deleted project',
    () => sql`delete from project where collection_logic is null and id = ${aProject}`,
  ),
];

/** A collection, four projects of four components each, ten vulnerabilities and a policy. */
async function seed(db: Db): Promise<void> {
  await sql`insert into tag (name) values ('web')`.execute(db);
  await sql`with made as (
      insert into project (uuid, name, collection_logic)
      values (gen_random_uuid(), 'all', 'AGGREGATE_DIRECT_CHILDREN') returning id)
    insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from made`.execute(db);
  await sql`insert into vulnerability_asserter (name, display_name, source) values ('a', 'A', 'NVD')`.execute(
    db,
  );
  await sql`with made as (
      insert into policy (uuid, name, operator, violation_state)
      values (gen_random_uuid(), 'p', 'ANY', 'WARN') returning id)
    insert into policy_condition (uuid, policy_id, subject, operator, value)
    select gen_random_uuid(), made.id, 'SEVERITY', 'IS', n::text from made, generate_series(1, 2) n`.execute(
    db,
  );
  await insertVulnerabilities.make(db, createRandom(1));
  for (let project = 0; project < 4; project++) await insertProject.make(db, createRandom(project));
  await insertFindings.make(db, createRandom(1));
}

interface FoundRow {
  readonly project_id: number;
  readonly component_id: number;
  readonly vulnerability: string;
  readonly severity: string;
  readonly state: string;
  readonly is_suppressed: boolean;
  readonly is_exploited: boolean;
}

/** Counts in the simplest way, finding by finding, independently of the product. */
async function countSimply(db: Db) {
  const { rows } = await sql<FoundRow>`
    select f.project_id, f.component_id, coalesce(alias.group_id::text, v.source || v.vuln_id) as vulnerability,
      coalesce(a.severity, v.severity) as severity, coalesce(a.state, 'NOT_SET') as state,
      coalesce(a.is_suppressed, false) as is_suppressed,
      exists (select from kev_assertion k where k.source = v.source and k.vuln_id = v.vuln_id
        or exists (select from vulnerability_alias other where other.group_id = alias.group_id
          and other.source = k.source and other.vuln_id = k.vuln_id)) as is_exploited
    from finding f join component c on c.id = f.component_id and c.removed_at is null
    join vulnerability v on v.id = f.vulnerability_id
    left join vulnerability_alias alias on alias.source = v.source and alias.vuln_id = v.vuln_id
    left join finding_analysis a on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id
    where f.inactive_since is null`.execute(db);
  const { rows: projects } = await sql<{ id: number }>`
    select id from project where collection_logic is null order by id`.execute(db);
  return projects.map(({ id }) => ({
    project_id: id,
    ...numbersOf(rows.filter((row) => row.project_id === id)),
  }));
}

const RANKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

function numbersOf(found: readonly FoundRow[]) {
  const shown = Map.groupBy(
    found.filter((row) => !row.is_suppressed),
    (row) => `${row.component_id} ${row.vulnerability}`,
  );
  const cases = [...shown.values()].map((rows) => ({
    rank: Math.min(...rows.map(({ severity }) => (RANKS.includes(severity) ? RANKS.indexOf(severity) : 4))),
    isAudited: rows.some(({ state }) => !['NOT_SET', 'IN_TRIAGE'].includes(state)),
    isExploited: rows.some((row) => row.is_exploited),
  }));
  const ofRank = (rank: number) => cases.filter((one) => one.rank === rank).length;
  const [critical, high, medium, low, unassigned] = [0, 1, 2, 3, 4].map(ofRank) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    critical,
    high,
    medium,
    low,
    unassigned,
    kev: cases.filter(({ isExploited }) => isExploited).length,
    suppressed: found.filter((row) => row.is_suppressed).length,
    findings_audited: cases.filter(({ isAudited }) => isAudited).length,
    vulnerable_components: new Set([...shown.keys()].map((key) => key.split(' ')[0])).size,
    risk_score: critical * 10 + high * 5 + medium * 3 + low + unassigned * 5,
  };
}

describe('Metrics', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = database.db;
    await seed(db);
  });
  afterAll(() => database.drop());

  const update = (time = '2026-11-16T12:00:00Z') => updateMetrics({ db, now: () => new Date(time) });

  const listAllDifferences = () =>
    inTransaction(db, async (tx) => {
      const collections = (await listCollectionLevels(tx, 'all')).flat();
      return [
        ...(await listDifferences(tx, { first: 0, last: 1_000_000 }, WEIGHTS)),
        ...(await listDifferentCollections(tx, collections, WEIGHTS)),
      ];
    });

  it('that follow changes equal a recount after any sequence of changes', async () => {
    const random = createRandom(20_261_116);
    for (let step = 1; step <= 80; step++) {
      const { name, make } = random.pick(CHANGES);
      await make(db, random);
      if (random.chance(0.4)) continue;
      await update();
      expect(await listAllDifferences(), `${step}: ${name}`).toEqual([]);
      const { rows } = await sql`
        select m.project_id, critical, high, medium, low, unassigned, kev, suppressed, findings_audited,
          vulnerable_components, risk_score from project_metrics m join project p on p.id = m.project_id
        where p.collection_logic is null order by 1`.execute(db);
      expect(rows, `${step}: ${name}`).toEqual(await countSimply(db));
    }
    await update();
    const { rows } = await sql`
      select from project_metrics where project_id not in (select id from project)
      union all select from component_metrics where component_id not in (select id from component)
      union all select from vulnerability_fact_change
      union all select from project_change where consumer = 'metrics'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('of the portfolio, kept as changes by day, equal the sum over the projects', async () => {
    const days = { first: '2026-11-10', last: '2026-11-20' };
    for (const day of ['2026-11-17', '2026-11-19']) {
      const random = createRandom(Number(day.slice(-2)));
      for (let step = 0; step < 10; step++) await random.pick(CHANGES).make(db, random);
      await update(`${day}T12:00:00Z`);
      expect(await findDaysOfAll(db, EVERYONE, days)).toEqual(await listDaysOfAccessible(db, EVERYONE, days));
      expect(await inTransaction(db, (tx) => hasDifferentPortfolio(tx, days.first))).toBe(false);
    }
    const changes = () =>
      sql`select day, count(*) from portfolio_metrics_change group by 1 order by 1`.execute(db);
    const before = await findDaysOfAll(db, EVERYONE, days);
    await inTransaction(db, async (tx) => {
      await mergePortfolioChanges(tx, '2026-11-17');
      await mergeProjectChanges(tx, '2026-11-17');
    });
    expect((await changes()).rows).toMatchObject([{ count: 1 }, { count: 1 }]);
    const after = await findDaysOfAll(db, EVERYONE, days);
    expect(after?.slice(7)).toEqual(before?.slice(7));
    expect(await listDaysOfAccessible(db, EVERYONE, days)).toEqual(after);
    expect(await inTransaction(db, (tx) => hasDifferentPortfolio(tx, '2026-11-17'))).toBe(false);
  });

  it('that differ from a recount are found, reported and replaced', async () => {
    await update('2026-11-20T12:00:00Z');
    const log = { error: vi.fn() };
    const check = () =>
      checkMetrics({
        db,
        now: () => new Date('2026-11-20T12:00:00Z'),
        config: { 'svc.metrics.retention-days': 3 } as Context['config'],
        log: log as unknown as Context['log'],
      });
    expect(await check()).toEqual({ projects: 0, vulnerabilities: 0, isPortfolioDifferent: false });
    expect(log.error).not.toHaveBeenCalled();

    await sql`update project_metrics set high = high + 1 where project_id = (select min(project_id)
      from project_metrics where is_counted)`.execute(db);
    await sql`update component_metrics set risk_score = -1 where component_id = (
      select max(component_id) from component_metrics)`.execute(db);
    await sql`update portfolio_metrics_change set critical = critical + 1 where day = '2026-11-19'`.execute(
      db,
    );
    const found = await check();
    expect(found).toMatchObject({ vulnerabilities: 0, isPortfolioDifferent: true });
    expect(found.projects).toBeGreaterThan(0);
    expect(log.error).toHaveBeenCalledOnce();
    const { rows } = await sql`select group_name, level from notification_outbox`.execute(db);
    expect(rows).toEqual([{ group_name: 'ANALYZER', level: 'ERROR' }]);

    await sql`update project_metrics_change set components = components + 1 where ctid = (
      select min(ctid) from project_metrics_change)`.execute(db);
    expect(await check()).toEqual({ projects: 0, vulnerabilities: 0, isPortfolioDifferent: true });

    await sql`update vulnerability_fact set facts = facts # 3`.execute(db);
    await sql`delete from vulnerability_fact where vulnerability_id = (
      select min(vulnerability_id) from vulnerability_fact)`.execute(db);
    await sql`insert into vulnerability_fact values (-1, 1, 1)`.execute(db);
    const { rows: known } = await sql<{ count: number }>`select count(*) from vulnerability`.execute(db);
    expect(await check()).toMatchObject({ projects: 0, vulnerabilities: known[0]?.count });
    const { rows: facts } = await sql`select count(*) from vulnerability_fact`.execute(db);
    expect(facts).toEqual(known);

    expect(await listAllDifferences()).toEqual([]);
    expect(await check()).toEqual({ projects: 0, vulnerabilities: 0, isPortfolioDifferent: false });
  });
});

describe('The deletion of a project', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = database.db;
    await seed(db);
  });
  afterAll(() => database.drop());

  const now = () => new Date('2026-11-16T12:00:00Z');
  const update = () => updateMetrics({ db, now });
  const day = { first: '2026-11-16', last: '2026-11-16' };
  const aCounted = sql`(select min(id) from project where collection_logic is null)`;
  const expectNoTrace = async () => {
    const { rows } = await sql`
      select from project_metrics where project_id not in (select id from project)
      union all select from component_metrics where project_id not in (select id from project)
      union all select from project_metrics_change where project_id not in (select id from project)
      union all select from project_change where consumer = 'metrics'`.execute(db);
    expect(rows).toEqual([]);
    expect(await findDaysOfAll(db, EVERYONE, day)).toEqual(await listDaysOfAccessible(db, EVERYONE, day));
    expect(await inTransaction(db, (tx) => hasDifferentPortfolio(tx, day.first))).toBe(false);
  };

  it('that has not committed does not delay an update of metrics, which leaves its project out', async () => {
    await update();
    const { rows: before } = await sql`select project_id, high from project_metrics order by 1`.execute(db);
    await inTransaction(db, async (tx) => {
      await sql`update vulnerability set severity = 'LOW'`.execute(db);
      await sql`delete from project where id = ${aCounted}`.execute(tx);
      await update();
      const { rows } = await sql<{ project_id: number }>`
        select distinct project_id from project_change where consumer = 'metrics'`.execute(db);
      expect(rows).toHaveLength(1);
    });
    await update();
    const { rows: after } = await sql`select from project_metrics`.execute(db);
    expect(after).toHaveLength(before.length - 1);
    await expectNoTrace();
  });

  it('at the same time as updates of its metrics leaves no numbers and no difference of the portfolio', async () => {
    const random = createRandom(7);
    for (let round = 0; round < 15; round++) {
      await insertProject.make(db, random);
      await insertFindings.make(db, random);
      await Promise.all([
        update(),
        sql`delete from project where id = ${aCounted}`.execute(db),
        measureNow({ db, now }, await listProjectIds(db)),
      ]);
      await update();
      await expectNoTrace();
    }
  });
});

describe('The history of metrics', () => {
  let database: TestDatabase;
  let db: Db;
  let project: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = database.db;
    const { rows } = await sql<{ id: number }>`with made as (
        insert into project (uuid, name) values (gen_random_uuid(), 'shop') returning id)
      insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from made
      returning ancestor_id as id`.execute(db);
    project = rows[0]?.id ?? 0;
  });
  afterAll(() => database.drop());

  const at = (time: string) => ({ db, now: () => new Date(time) });
  let components = 0;
  const addComponent = () =>
    sql`insert into component (uuid, project_id, name, classifier, identity_hash, content_hash)
      values (gen_random_uuid(), ${project}, ${`c${++components}`}, 'LIBRARY', ${components}, 0)`.execute(db);
  const countRows = async () => {
    const { rows } = await sql<{ day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day from project_metrics_day order by 1`.execute(db);
    return rows.map(({ day }) => day);
  };
  const listDays = async (first: string, last: string) =>
    (await listProjectDays(db, project, { first, last })).map((row) => row.components);

  it('has one row for each day with a change, at midnight and on a leap day', async () => {
    await updateMetrics(at('2028-02-28T23:59:59.999Z'));
    await addComponent();
    await updateMetrics(at('2028-02-29T00:00:00.000Z'));
    await addComponent();
    await updateMetrics(at('2028-02-29T23:59:59.999Z'));
    await addComponent();
    await updateMetrics(at('2028-03-01T00:00:00.000Z'));
    expect(await countRows()).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(await listDays('2028-02-27', '2028-03-02')).toEqual([0, 2, 3, 3]);
  });

  it('writes nothing on a day without a change', async () => {
    await measureNow(at('2028-03-02T12:00:00Z'), [project]);
    expect(await countRows()).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });

  it('has no gap after a week without a node, whose partitions do not exist', async () => {
    await addComponent();
    await updateMetrics(at('2028-03-09T08:00:00Z'));
    expect(await listDays('2028-02-29', '2028-03-10')).toEqual([2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4]);
    const days = await listPortfolioMetrics(db, EVERYONE, { first: '2028-02-27', last: '2028-03-10' });
    expect(days.map((day) => day.components)).toEqual([0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4]);
    expect(days.map((day) => day.projects)).toEqual([0, ...Array.from({ length: 12 }, () => 1)]);
  });

  it('has one row for a day on which two nodes count at once, whose clocks differ', async () => {
    for (let round = 0; round < 10; round++) {
      await addComponent();
      await Promise.all([
        updateMetrics(at('2028-03-10T00:00:00.010Z')),
        updateMetrics(at('2028-03-09T23:59:59.990Z')),
        maintainPartitions({ ...at('2028-03-10T00:00:00Z'), config }),
        maintainPartitions({ ...at('2028-03-09T23:59:59Z'), config }),
      ]);
    }
    await updateMetrics(at('2028-03-09T23:59:59.999Z'));
    const days = await countRows();
    expect(new Set(days).size).toBe(days.length);
    expect(await listDays('2028-03-10', '2028-03-10')).toEqual([components]);
    const { rows } = await sql<{ day: string }>`
      select to_char(max(day), 'YYYY-MM-DD') as day from project_metrics`.execute(db);
    expect(rows.map(({ day }) => day)).toEqual(days.slice(-1));
  });

  it('has past risk scores of the current weights, unless the setting says otherwise', async () => {
    const day = { critical: 1, high: 0, medium: 0, low: 0, unassigned: 2, risk_score: 8 };
    expect(await weighPastDays(db, [day])).toEqual([{ ...day, risk_score: 20 }]);
    await sql`insert into setting (group_name, name, value)
      values ('risk-score', 'weight.history.enabled', 'false')`.execute(db);
    expect(await weighPastDays(db, [day])).toEqual([day]);
  });

  const config = { 'svc.metrics.retention-days': 30 } as Parameters<typeof maintainPartitions>[0]['config'];

  it('is dropped after the retention, except for the numbers with which it begins', async () => {
    const before = await listDays('2028-03-08', '2028-03-10');
    await addComponent();
    await updateMetrics(at('2028-04-01T00:00:00Z'));
    await maintainPartitions({ ...at('2028-04-07T05:00:00Z'), config });
    const partitions = await listPartitionDays(db);
    expect(partitions.filter((day) => day < '2028-03-08')).toEqual([]);
    expect(partitions).toEqual(expect.arrayContaining(['2028-04-07', '2028-04-08', '2028-04-10']));
    expect(await listDays('2028-03-08', '2028-03-10')).toEqual(before);
    const range = { first: '2028-03-08', last: '2028-04-02' };
    const days = await listDaysOfAccessible(db, EVERYONE, range);
    expect(days.map((day) => day.components)).toEqual(await listDays(range.first, range.last));
    expect(await findDaysOfAll(db, EVERYONE, range)).toEqual(days);
    await maintainPartitions({ ...at('2028-07-01T05:00:00Z'), config });
    expect(await listDays('2028-06-30', '2028-07-01')).toEqual([components, components]);
  });
});
