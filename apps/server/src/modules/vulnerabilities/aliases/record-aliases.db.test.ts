import { SOURCES, type Source } from '@tallyman/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { recordVulnerabilities } from '../record-vulnerabilities.ts';
import { type Asserter, mirrorAsserter } from '../vulnerability-asserters.ts';
import type { VulnerabilityKey } from '../vulnerability-record.ts';

const OSV = mirrorAsserter('osv', 'OSV', 'OSV');
const GITHUB = mirrorAsserter('github', 'GitHub', 'GITHUB');

const key = (text: string): VulnerabilityKey => {
  const [source = '', vulnId = ''] = text.split(' ');
  return { source: source as Source, vulnId };
};

describe('alias groups', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => clear());

  const clear = async () => {
    const tables = [
      'vulnerability',
      'vulnerability_report',
      'vulnerability_alias',
      'vulnerability_alias_assertion',
    ] as const;
    for (const table of tables) {
      await database.db.deleteFrom(table).execute();
    }
  };
  const state = (asserter: Asserter, ...statements: [left: string, ...right: string[]][]) =>
    inTransaction(database.db, (tx) =>
      recordVulnerabilities(
        tx,
        { asserter, mirrored: new Set(), now: new Date() },
        statements.map(([left, ...right]) => ({ ...key(left), aliases: right.map(key) })),
      ),
    );
  const members = () => database.db.selectFrom('vulnerability_alias').selectAll().execute();
  const groups = async () => {
    const byGroup = Map.groupBy(await members(), (member) => member.group_id);
    return [...byGroup.values()]
      .map((rows) => rows.map((row) => `${row.source} ${row.vuln_id}`).sort())
      .sort();
  };

  it('connect ids that an asserter reports as aliases, whether they are stored or not', async () => {
    await state(OSV, ['GITHUB a', 'NVD a', 'OSV a']);
    expect(await groups()).toEqual([['GITHUB a', 'NVD a', 'OSV a']]);
  });

  it('merge when a statement connects them, and keep the lowest number', async () => {
    await state(OSV, ['GITHUB a', 'NVD a'], ['GITHUB b', 'NVD b']);
    const lowest = Math.min(...(await members()).map((member) => member.group_id));
    await state(GITHUB, ['NVD a', 'NVD b']);
    expect(await groups()).toEqual([['GITHUB a', 'GITHUB b', 'NVD a', 'NVD b']]);
    expect(new Set((await members()).map((member) => member.group_id))).toEqual(new Set([lowest]));
  });

  it('split when the statement that connected them is withdrawn', async () => {
    await state(OSV, ['GITHUB a', 'NVD a'], ['GITHUB b', 'NVD b'], ['NVD a', 'NVD b']);
    await state(OSV, ['NVD a']);
    expect(await groups()).toEqual([
      ['GITHUB a', 'NVD a'],
      ['GITHUB b', 'NVD b'],
    ]);
    expect(new Set((await members()).map((member) => member.group_id)).size).toBe(2);
  });

  it('stay while another asserter reports the aliases', async () => {
    await state(OSV, ['GITHUB a', 'NVD a']);
    await state(GITHUB, ['GITHUB a', 'NVD a']);
    await state(OSV, ['GITHUB a']);
    expect(await groups()).toEqual([['GITHUB a', 'NVD a']]);
    await state(GITHUB, ['GITHUB a']);
    expect(await groups()).toEqual([]);
  });

  it('have at least two members: a vulnerability is not an alias of itself', async () => {
    await state(OSV, ['NVD a', 'NVD a']);
    expect(await groups()).toEqual([]);
  });

  it('are the connected components of the assertions, after any assertions and withdrawals', async () => {
    const node = fc.tuple(fc.constantFrom(...SOURCES.slice(0, 2)), fc.nat(5)).map(([s, n]) => `${s} ${n}`);
    const statement = fc.tuple(node, fc.array(node, { maxLength: 3 }));
    const step = fc.tuple(fc.constantFrom(OSV, GITHUB), fc.array(statement, { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await clear();
        for (const [asserter, statements] of steps) {
          await state(
            asserter,
            ...statements.map(([left, right]): [string, ...string[]] => [left, ...right]),
          );
          expect(await groups()).toEqual(await expectedGroups());
        }
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  /** By spreading the smallest name over every edge until nothing changes. */
  async function expectedGroups(): Promise<string[][]> {
    const edges = (await database.db.selectFrom('vulnerability_alias_assertion').selectAll().execute()).map(
      (row) => [`${row.left_source} ${row.left_id}`, `${row.right_source} ${row.right_id}`] as const,
    );
    const label = new Map(edges.flat().map((name) => [name, name]));
    for (let changed = true; changed; ) {
      changed = false;
      for (const [a, b] of edges) {
        const low = [label.get(a) ?? a, label.get(b) ?? b].sort()[0] ?? a;
        changed ||= label.get(a) !== low || label.get(b) !== low;
        label.set(a, low).set(b, low);
      }
    }
    const byLabel = Map.groupBy(label.keys(), (name) => label.get(name));
    return [...byLabel.values()].map((names) => names.sort()).sort();
  }
});
