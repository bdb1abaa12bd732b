import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { claimChangedProjects } from './claim-changed-projects.ts';
import { claimProjectChanges } from './claim-project-changes.ts';
import { hasProjectChanges } from './has-project-changes.ts';
import type { ProjectChangeConsumer } from './project-change.ts';

/** A consumer of every kind. */
const EVERYTHING = 'everything' as ProjectChangeConsumer;

describe('Changes of projects', () => {
  let database: TestDatabase;
  let shop: number;
  let other: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await insertProject('shop');
    other = await insertProject('other');
    await sql`select add_project_change_consumer(${EVERYTHING},
      '{COMPONENTS,FINDINGS,DECISIONS,SUPPRESSIONS,VIOLATIONS,PROJECT}')`.execute(database.db);
  });
  beforeEach(() => sql`delete from project_change`.execute(database.db));
  afterAll(() => database.drop());

  async function insertProject(name: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with inserted as (insert into project (uuid, name) values (gen_random_uuid(), ${name}) returning id)
      insert into project_ancestry (ancestor_id, descendant_id, depth) select id, id, 0 from inserted
      returning ancestor_id as id`.execute(database.db);
    return rows[0]?.id ?? 0;
  }
  const run = (work: (tx: Tx) => Promise<unknown>) => inTransaction(database.db, work);
  const tag = (projectId: number, name: string) =>
    run(async (tx) => {
      await sql`insert into tag (name) values (${name}) on conflict do nothing`.execute(tx);
      await sql`insert into project_tag (project_id, tag_id)
        select ${projectId}, id from tag where name = ${name}`.execute(tx);
    });
  const insertComponents = (tx: Tx, projectId: number, names: readonly string[]) =>
    sql`insert into component (uuid, project_id, name, classifier, identity_hash, content_hash)
      select gen_random_uuid(), ${projectId}::bigint, name, 'LIBRARY', position, position
      from unnest(${[...names]}::text[]) with ordinality as given (name, position)`.execute(tx);
  const claim = (consumer: ProjectChangeConsumer, limit = 100) =>
    inTransaction(database.db, (tx) => claimChangedProjects(tx, consumer, limit));
  const kindsOf = async (consumer: ProjectChangeConsumer, projectId: number) =>
    (await claim(consumer)).find((changed) => changed.projectId === projectId)?.kinds ?? [];

  it('are recorded once for each statement, consumer and project', async () => {
    await run(async (tx) => {
      await insertComponents(tx, shop, ['a', 'b', 'c']);
      await insertComponents(tx, other, ['a']);
    });
    const { rows } = await sql`select consumer, project_id, kind from project_change
      where consumer = ${EVERYTHING} order by id`.execute(database.db);
    expect(rows).toEqual([
      { consumer: EVERYTHING, project_id: shop, kind: 'COMPONENTS' },
      { consumer: EVERYTHING, project_id: other, kind: 'COMPONENTS' },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['an updated component', `update component set version = '2' where name = 'a'`, ['COMPONENTS']],
    [
      'a new finding',
      `insert into finding (component_id, vulnerability_id, project_id, first_seen)
       select id, 1, project_id, now() from component where name = 'a'`,
      ['FINDINGS'],
    ],
    ['a finding that ends', 'update finding set inactive_since = now()', ['FINDINGS']],
    [
      'a decision',
      `insert into finding_analysis (component_id, vulnerability_id, project_id, decided_by, updated_at)
       select component_id, vulnerability_id, project_id, 'PERSON', now() from finding`,
      ['DECISIONS'],
    ],
    ['another state', `update finding_analysis set state = 'IN_TRIAGE'`, ['DECISIONS']],
    ['a suppression', 'update finding_analysis set is_suppressed = true', ['DECISIONS', 'SUPPRESSIONS']],
    ['the same suppression', 'update finding_analysis set is_suppressed = true', ['DECISIONS']],
    ['a deleted suppression', 'delete from finding_analysis', ['DECISIONS', 'SUPPRESSIONS']],
    [
      'a suppressed decision',
      `insert into finding_analysis (component_id, vulnerability_id, project_id, decided_by, updated_at,
         is_suppressed)
       select component_id, vulnerability_id, project_id, 'VEX', now(), true from finding`,
      ['DECISIONS', 'SUPPRESSIONS'],
    ],
    [
      'a violation',
      `with p as (insert into policy (uuid, name, operator, violation_state)
         values (gen_random_uuid(), 'p', 'ANY', 'INFO') returning id),
       c as (insert into policy_condition (uuid, policy_id, subject, operator, value)
         select gen_random_uuid(), id, 'SEVERITY', 'IS', 'HIGH' from p returning id)
       insert into policy_violation (uuid, component_id, project_id, condition_id, type, occurred_at)
       select gen_random_uuid(), component.id, project_id, c.id, 'SECURITY', now()
       from component, c where component.name = 'a'`,
      ['VIOLATIONS'],
    ],
    [
      'a decision on a violation',
      'insert into policy_violation_analysis (violation_id) select id from policy_violation',
      ['VIOLATIONS'],
    ],
    [
      'another decision on a violation',
      `update policy_violation_analysis set state = 'APPROVED'`,
      ['VIOLATIONS'],
    ],
    ['a deleted policy, with its violations', 'delete from policy', ['VIOLATIONS']],
    ['the latest version', `update project set is_latest = true`, ['PROJECT']],
    ['another description', `update project set description = 'x'`, []],
    ['an inactive project', `update project set inactive_since = now()`, ['PROJECT']],
    [
      'removed components, with their findings',
      'delete from component',
      ['COMPONENTS', 'DECISIONS', 'FINDINGS', 'SUPPRESSIONS'],
    ],
  ])('have a kind: %s', async (_, statement, expected) => {
    await run((tx) => sql.raw(statement).execute(tx));
    expect((await kindsOf(EVERYTHING, shop)).toSorted()).toEqual(expected);
  });

  it('are recorded only for consumers that follow their kind', async () => {
    await run((tx) => insertComponents(tx, shop, ['a']));
    expect(await hasProjectChanges(database.db, 'policies')).toBe(false);
    await tag(shop, 'web');
    expect(await hasProjectChanges(database.db, 'policies')).toBe(true);
  });

  it('concern all descendants if the place of a project changes', async () => {
    const child = await insertProject('child');
    await sql`insert into project_ancestry (ancestor_id, descendant_id, depth)
      values (${shop}, ${child}, 1) on conflict do nothing`.execute(database.db);
    await sql`delete from project_change`.execute(database.db);
    await run((tx) => sql`update project set is_latest = not is_latest where id = ${shop}`.execute(tx));
    const changed = (await claim('policies')).map(({ projectId }) => projectId);
    expect(changed).toEqual(expect.arrayContaining([child]));
  });

  it('are claimed by each consumer independently', async () => {
    await tag(shop, 'one');
    expect(await kindsOf('policies', shop)).toEqual(['PROJECT']);
    expect(await kindsOf('policies', shop)).toEqual([]);
    expect(await kindsOf(EVERYTHING, shop)).toEqual(['PROJECT']);
  });

  it('are due again if the transaction that claims them rolls back', async () => {
    await tag(shop, 'two');
    const failing = run(async (tx) => {
      expect(await claimChangedProjects(tx, 'policies', 100)).toHaveLength(1);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await kindsOf('policies', shop)).toEqual(['PROJECT']);
  });

  it('are left to the next claim if they commit after a claim, although they began before', async () => {
    await sql`insert into tag (name) values ('early')`.execute(database.db);
    const writing = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    const writer = run(async (tx) => {
      await sql`insert into project_tag (project_id, tag_id)
        select ${shop}, id from tag where name = 'early'`.execute(tx);
      writing.resolve();
      await claimed.promise;
    });
    await writing.promise;
    await tag(other, 'late');
    expect((await claim('policies')).map(({ projectId }) => projectId)).toEqual([other]);
    claimed.resolve();
    await writer;
    expect((await claim('policies')).map(({ projectId }) => projectId)).toEqual([shop]);
  });

  it('are skipped by other claims while they are being claimed, and do not block writers', async () => {
    await tag(shop, 'three');
    await run(async (tx) => {
      expect(await claimChangedProjects(tx, 'policies', 100)).toHaveLength(1);
      expect(await claim('policies')).toEqual([]);
      await tag(shop, 'four');
      expect(await kindsOf('policies', shop)).toEqual(['PROJECT']);
    });
    expect(await hasProjectChanges(database.db, 'policies')).toBe(false);
  });

  it('can be claimed for given projects, and in parts', async () => {
    await tag(shop, 'five');
    await tag(other, 'five');
    const given = await inTransaction(database.db, (tx) => claimProjectChanges(tx, 'policies', [other]));
    expect(given).toEqual([{ projectId: other, kinds: ['PROJECT'] }]);
    await tag(other, 'six');
    expect(await claim('policies', 1)).toHaveLength(1);
    expect(await claim('policies', 1)).toHaveLength(1);
    expect(await claim('policies', 1)).toEqual([]);
  });

  it('leave nothing behind when every consumer has claimed them', async () => {
    await tag(shop, 'seven');
    await claim('policies');
    await claim('metrics');
    await claim(EVERYTHING);
    const { rows } = await sql`select from project_change`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe('A new consumer', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('starts with all projects and misses no transaction that does not know it yet', async () => {
    const { db } = database;
    await sql`insert into project (uuid, name) values (gen_random_uuid(), 'known')`.execute(db);
    await sql`insert into tag (name) values ('x')`.execute(db);
    const writing = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const writer = inTransaction(db, async (tx) => {
      await sql`insert into project (uuid, name) values (gen_random_uuid(), 'unknown')`.execute(tx);
      await sql`insert into project_tag (project_id, tag_id)
        select project.id, tag.id from project, tag where project.name = 'unknown'`.execute(tx);
      writing.resolve();
      await mayCommit.promise;
    });
    await writing.promise;
    const added = sql`select add_project_change_consumer('late', '{PROJECT}')`.execute(db);
    // The function waits for the writer.
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted
          and relation = 'project_change_consumer'::regclass`.execute(db);
        return rows.length;
      })
      .toBe(1);
    mayCommit.resolve();
    await writer;
    await added;
    const { rows } = await sql<{ name: string }>`
      select distinct project.name from project_change join project on project.id = project_change.project_id
      where consumer = 'late' order by 1`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(['known', 'unknown']);
  });
});
