import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededFinding,
  seedFindings,
  seedManyFindings,
  seedVulnerability,
} from '../../../test/support/finding-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Decider, Decision, DecisionFields } from './decision.ts';
import { recordDecisions } from './record-decisions.ts';
import { resetPolicyDecisions } from './reset-policy-decisions.ts';

const ALICE: Decider = { kind: 'PERSON', name: 'alice' };
const VEX: Decider = { kind: 'VEX', name: 'CycloneDX VEX' };
const POLICY = { kind: 'POLICY', name: '[Policy{Name=p}]', policy: 'p' } as const;

async function countLockWaits({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

describe('Recording decisions', () => {
  let database: TestDatabase;
  let statements = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    database.connection.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const counted = (...args: unknown[]): unknown => {
        statements++;
        return query(...args);
      };
      Object.assign(client, { query: counted });
    });
  });
  afterAll(() => database.drop());

  async function newProject(): Promise<string> {
    const uuid = newUuid();
    await database.db.insertInto('project').values({ uuid, name: uuid, version: '1.0' }).execute();
    return uuid;
  }

  async function newFindings(...names: string[]): Promise<SeededFinding[]> {
    const given = names.map((name) => ({ component: { name }, vulnerabilities: ['CVE-2024-1'] }));
    return seedFindings(database.db, await newProject(), given);
  }
  const newFinding = async () => (await newFindings('a'))[0] as SeededFinding;

  const keyOf = ({ component, vulnerability }: SeededFinding) => ({
    componentId: component.id,
    vulnerabilityId: vulnerability.id,
  });
  const decide = (
    finding: SeededFinding,
    fields: DecisionFields,
    rest: Partial<Decision> = {},
  ): Decision => ({
    ...keyOf(finding),
    fields,
    ...rest,
  });
  const recordIn = (tx: Tx, by: Decider, ...decisions: Decision[]) =>
    recordDecisions(tx, { by, now: new Date() }, decisions);
  const record = (by: Decider, ...decisions: Decision[]) =>
    inTransaction(database.db, (tx) => recordIn(tx, by, ...decisions));

  const entriesOf = async ({ component }: SeededFinding) =>
    (
      await database.db
        .selectFrom('finding_audit')
        .select(['commenter', 'comment'])
        .where('component_id', '=', component.id)
        .orderBy('id')
        .execute()
    ).map(({ commenter, comment }) => `${commenter}: ${comment}`);
  const standingOf = ({ component }: SeededFinding) =>
    database.db
      .selectFrom('finding_analysis')
      .selectAll()
      .where('component_id', '=', component.id)
      .executeTakeFirst();
  const countEvents = async () =>
    (await database.db.selectFrom('notification_outbox').select('id').execute()).length;

  it('stores every field', async () => {
    const finding = await newFinding();
    await record(
      VEX,
      decide(finding, {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_PRESENT',
        response: 'UPDATE',
        details: 'a\nb\t"c"\\',
        isSuppressed: true,
        severity: 'LOW',
        cvssV2Vector: '2',
        cvssV2Score: 2.5,
        cvssV3Vector: '3',
        cvssV3Score: 3.5,
        cvssV4Vector: '4',
        cvssV4Score: 4.5,
        owaspVector: 'o',
        owaspScore: 1.25,
      }),
    );
    expect(await standingOf(finding)).toMatchObject({
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_PRESENT',
      response: 'UPDATE',
      details: 'a\nb\t"c"\\',
      is_suppressed: true,
      severity: 'LOW',
      cvss_v2_vector: '2',
      cvss_v2_score: 2.5,
      cvss_v3_vector: '3',
      cvss_v3_score: 3.5,
      cvss_v4_vector: '4',
      cvss_v4_score: 4.5,
      owasp_vector: 'o',
      owasp_score: 1.25,
      decided_by: 'VEX',
    });
  });

  it('appends one entry for each applied decision, in turn, and a separate one for a comment', async () => {
    const finding = await newFinding();
    const outcomes = await record(
      ALICE,
      decide(finding, { state: 'IN_TRIAGE' }, { note: 'Because.' }),
      decide(finding, { state: 'RESOLVED', isSuppressed: true }, { comment: 'Fixed.' }),
      decide(finding, { state: 'RESOLVED' }, { note: 'Not said.' }),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['applied', 'applied', 'unchanged']);
    expect(await entriesOf(finding)).toEqual([
      'alice: Because.\nAnalysis: NOT_SET → IN_TRIAGE',
      'alice: Analysis: IN_TRIAGE → RESOLVED\nSuppressed',
      'alice: Fixed.',
    ]);
  });

  it('returns outcomes in the order of the decisions', async () => {
    const [a, b, c] = (await newFindings('a', 'b', 'c')) as [SeededFinding, SeededFinding, SeededFinding];
    await record(ALICE, decide(b, { state: 'RESOLVED' }));
    const outcomes = await record(
      POLICY,
      decide(c, { state: 'RESOLVED' }),
      decide(b, { state: 'IN_TRIAGE' }),
      decide(a, {}),
      { componentId: 0, vulnerabilityId: 0, fields: { state: 'RESOLVED' }, comment: 'x' },
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['applied', 'outranked', 'unchanged', 'no-finding']);
    expect(await entriesOf(b)).toHaveLength(1);
  });

  it('writes nothing if the transaction fails', async () => {
    const finding = await newFinding();
    const events = await countEvents();
    const failing = inTransaction(database.db, async (tx) => {
      await recordIn(tx, ALICE, decide(finding, { state: 'RESOLVED' }, { comment: 'x' }));
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await entriesOf(finding)).toEqual([]);
    expect(await standingOf(finding)).toBeUndefined();
    expect(await countEvents()).toBe(events);
  });

  it('writes nothing if the connection is lost', async () => {
    const finding = await newFinding();
    const interrupted = inTransaction(database.db, async (tx) => {
      await recordIn(tx, ALICE, decide(finding, { state: 'RESOLVED' }));
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
      await recordIn(tx, ALICE, decide(finding, { isSuppressed: true }));
    });
    await expect(interrupted).rejects.toThrow();
    expect(await entriesOf(finding)).toEqual([]);
    expect(await standingOf(finding)).toBeUndefined();
  });

  it('starts from a decision that was committed while it waited for the lock', async () => {
    const finding = await newFinding();
    const [recorded, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = inTransaction(database.db, async (tx) => {
      await recordIn(tx, ALICE, decide(finding, { state: 'IN_TRIAGE' }));
      recorded.resolve();
      await gate.promise;
    });
    await recorded.promise;
    const second = record(VEX, decide(finding, { state: 'RESOLVED' }));
    await expect.poll(() => countLockWaits(database), { interval: 20 }).toBe(1);
    gate.resolve();
    await Promise.all([first, second]);
    expect(await entriesOf(finding)).toEqual([
      'alice: Analysis: NOT_SET → IN_TRIAGE',
      'CycloneDX VEX: Analysis: IN_TRIAGE → RESOLVED',
    ]);
  });

  it('uses a fixed number of statements, whatever the number of findings', async () => {
    const vulnerability = await seedVulnerability(database.db, 'CVE-2024-2');
    const used: number[] = [];
    for (const count of [150, 1_500]) {
      const project = await newProject();
      await seedManyFindings(database.db, project, vulnerability, count);
      const findings = await database.db
        .selectFrom('finding')
        .innerJoin('project', 'project.id', 'finding.project_id')
        .select(['component_id as componentId', 'vulnerability_id as vulnerabilityId'])
        .where('project.uuid', '=', project)
        .execute();
      const decisions = findings.map((finding) => ({
        ...finding,
        fields: { isSuppressed: true },
        comment: 'x',
      }));
      for (const _ of ['applied', 'unchanged']) {
        statements = 0;
        await record(ALICE, ...decisions);
        used.push(statements);
      }
    }
    expect(used.slice(0, 2)).toEqual(used.slice(2));
    expect(Math.max(...used)).toBeLessThan(15);
  });

  it('appends nothing if the same decisions are applied twice', async () => {
    const findings = await newFindings('a', 'b', 'c');
    const fields = fc.record(
      {
        state: fc.constantFrom('EXPLOITABLE', 'NOT_AFFECTED', 'NOT_SET'),
        details: fc.option(fc.string({ unit: 'binary' }), { nil: null }),
        isSuppressed: fc.boolean(),
        owaspScore: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<DecisionFields>;
    const decisions = fc.uniqueArray(fc.record({ finding: fc.constantFrom(...findings), fields }), {
      selector: ({ finding }) => finding.component.id,
    });
    await fc.assert(
      fc.asyncProperty(decisions, async (drawn) => {
        const all = drawn.map(({ finding, fields }) => decide(finding, fields));
        await record(VEX, ...all);
        const before = await Promise.all(findings.map(entriesOf));
        const outcomes = await record(VEX, ...all);
        expect(outcomes.every(({ result }) => result === 'unchanged')).toBe(true);
        expect(await Promise.all(findings.map(entriesOf))).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('resets only what a policy set when it stops matching', async () => {
    const [a, b, c] = (await newFindings('a', 'b', 'c')) as [SeededFinding, SeededFinding, SeededFinding];
    await record(POLICY, decide(a, { state: 'EXPLOITABLE', severity: 'CRITICAL' }));
    await record(ALICE, decide(b, { state: 'RESOLVED' }));
    const reset = { by: POLICY, now: new Date(), note: 'No policy covers this finding any more.' };
    const outcomes = await inTransaction(database.db, (tx) =>
      resetPolicyDecisions(tx, reset, [a, b, c].map(keyOf)),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(['applied', 'unchanged', 'unchanged']);
    expect((await entriesOf(a)).at(-1)).toBe(
      `${POLICY.name}: No policy covers this finding any more.\nAnalysis: EXPLOITABLE → NOT_SET\nSeverity: CRITICAL → UNASSIGNED`,
    );
    expect(await standingOf(a)).toBeUndefined();
    expect(await standingOf(b)).toMatchObject({ state: 'RESOLVED', decided_by: 'PERSON' });
    expect(await entriesOf(c)).toEqual([]);
  });
});
