import type { Permission } from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../../test/fuzz/random.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { countByProject, countByTag, countFacetCells } from '../lists/finding-facets-store.ts';
import type { FindingFilter } from '../lists/finding-filter.ts';
import { countFindings } from '../lists/finding-list-store.ts';
import { addUpCounts, areMostCountsCurrent } from './finding-counts-store.ts';
import { updateFindingCounts } from './update-finding-counts.ts';

const EVERYONE: Principal = {
  kind: 'user',
  id: 1,
  name: 'admin',
  permissions: new Set<Permission>(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};
const MEMBER: Principal = { ...EVERYONE, permissions: new Set(), teamIds: [1] };
const NEVER_ABORTED = { signal: new AbortController().signal };

async function countFrom(db: Db, principal: Principal, filter: FindingFilter, from: 'counts' | 'findings') {
  const all = { ...filter, withSuppressed: true, severities: undefined, states: undefined };
  const facets = { ...all, source: undefined, isKev: undefined };
  const cells = await countFacetCells(db, principal, facets, from);
  return {
    cells: cells.map((cell) => JSON.stringify(cell, Object.keys(cell).toSorted())).toSorted(),
    projects: await countByProject(db, principal, filter, from, 50),
    tags: await countByTag(db, principal, filter, from, 50),
    total: await (from === 'counts' ? addUpCounts : countFindings)(db, principal, filter),
  };
}

async function expectEqualCounts(db: Db, filter: FindingFilter, step: string, principal = EVERYONE) {
  const added = await countFrom(db, principal, filter, 'counts');
  expect(added, step).toEqual(await countFrom(db, principal, filter, 'findings'));
}

/** Six projects of four components, and ten vulnerabilities. */
async function seed(db: Db): Promise<void> {
  await sql`insert into team (uuid, name) values (gen_random_uuid(), 'one')`.execute(db);
  await insertVulnerabilities.make(db, createRandom(1));
  await sql`insert into vulnerability_asserter (name, display_name, source) values ('a', 'A', 'NVD')`.execute(
    db,
  );
  await sql`insert into tag (name) values ('web'), ('pci')`.execute(db);
  for (let project = 0; project < 6; project++) await insertProject.make(db, createRandom(project));
  await insertFindings.make(db, createRandom(1));
}

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
  () => sql`
    with made as (insert into project (uuid, name) values (gen_random_uuid(), gen_random_uuid()::text) returning id),
    placed as (insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from made)
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
  change(
    'findings that end',
    (random) => sql`update finding set inactive_since = now() where ${some(random)}`,
  ),
  change('deleted findings', () => sql`delete from finding where random() < 0.1`),
  change(
    'decisions',
    (random) => sql`
      insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by,
        severity, updated_at)
      select component_id, vulnerability_id, project_id, ${random.pick(['IN_TRIAGE', 'FALSE_POSITIVE'])},
        ${random.pick([true, false])}::boolean, 'PERSON', ${random.pick(['LOW', null])}::text, now()
      from finding where ${some(random)}
      on conflict (component_id, vulnerability_id) do update
      set state = excluded.state, is_suppressed = excluded.is_suppressed, severity = excluded.severity`,
  ),
  change('deleted decisions', (random) => sql`delete from finding_analysis where ${some(random)}`),
  change(
    'other severities',
    (random) =>
      sql`update vulnerability set severity = ${random.pick(['LOW', 'CRITICAL', 'HIGH'])} where ${some(random)}`,
  ),
  change('the same severities', () => sql`update vulnerability set severity = severity, title = 'new'`),
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
  change('a deleted project', () => sql`delete from project where id = ${aProject}`),
  change(
    'another tag',
    () => sql`insert into project_tag (project_id, tag_id)
      select id, (select min(id) from tag) from project where random() < 0.3 on conflict do nothing`,
  ),
  change('tags removed', () => sql`delete from project_tag where random() < 0.5`),
  change(
    'access granted',
    () => sql`insert into project_access (project_id, team_id)
      select id, 1 from project where random() < 0.3 on conflict do nothing`,
  ),
  change('access revoked', () => sql`delete from project_access where random() < 0.5`),
  change(
    'access control switched',
    (random) => sql`insert into setting (group_name, name, value)
      values ('access-management', 'acl.enabled', ${random.pick(['true', 'false'])})
      on conflict (group_name, name) do update set value = excluded.value`,
  ),
  {
    name: 'a change that is rolled back',
    make: (db) =>
      inTransaction(db, async (tx) => {
        await sql`delete from finding`.execute(tx);
        throw new Error('rolled back');
      }).catch(() => {}),
  },
];

const FILTERS: readonly FindingFilter[] = [
  {},
  { withSuppressed: true, withInactiveProjects: true },
  { onlyLatest: true },
  { severities: ['HIGH', 'LOW'], tag: 'web' },
  { states: ['NOT_SET'], isKev: true },
  { states: ['IN_TRIAGE'], isKev: false, source: 'NVD', withSuppressed: true },
];

describe('Stored counts', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = database.db;
    await seed(db);
  });
  afterAll(() => database.drop());

  const update = () => updateFindingCounts({ db }, NEVER_ABORTED);

  it('equal the numbers of findings after any change, updated or not', async () => {
    const random = createRandom(20_261_116);
    for (let step = 1; step <= 100; step++) {
      const { name, make } = random.pick(CHANGES);
      if (random.chance(0.6)) await update();
      await make(db, random);
      await expectEqualCounts(db, random.pick(FILTERS), `${step}: ${name}`, random.pick([EVERYONE, MEMBER]));
    }
    await update();
    const { rows } = await sql`
      select from finding_count where project_id not in (select id from project)
      union all select from rating_change
      union all select from project_change where consumer = 'finding-counts'`.execute(db);
    expect(rows).toEqual([]);
    expect(await areMostCountsCurrent(db)).toBe(true);
  });

  /** Runs `during` while a transaction has made a change and not committed it. */
  async function whileOpen(
    open: (tx: Tx) => Promise<unknown>,
    during: () => Promise<unknown>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      await open(tx);
      await during();
    });
  }

  it('notice a severity that changes while another transaction adds findings of it', async () => {
    await update();
    await whileOpen(
      (tx) => sql`update vulnerability set severity = 'INFO'`.execute(tx),
      async () => {
        await insertFindings.make(db, createRandom(3));
        await update();
        await expectEqualCounts(db, {}, 'before the severity commits');
      },
    );
    await expectEqualCounts(db, {}, 'after it has committed');
    await update();
    await expectEqualCounts(db, {}, 'updated');
  });

  it('notice changes that commit after an update, although they began before', async () => {
    await whileOpen(
      (tx) => sql`update finding set inactive_since = now() where random() < 0.5`.execute(tx),
      async () => {
        await sql`update component set version = '2'`.execute(db);
        await update();
        await expectEqualCounts(db, {}, 'before the change commits');
      },
    );
    await expectEqualCounts(db, {}, 'after it has committed');
  });

  it('are updated by several nodes at once, and by writers meanwhile', async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const random = createRandom(writer);
      for (let round = 0; round < 5; round++) {
        await sql`update finding_analysis set state = ${random.pick(['NOT_SET', 'IN_TRIAGE'])}
          where component_id % 4 = ${writer}`.execute(db);
        await update();
      }
    });
    await Promise.all(writers);
    await expectEqualCounts(db, {}, 'after all');
  });
});
