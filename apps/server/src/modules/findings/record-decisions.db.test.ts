import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeededFinding, seedFindings } from '../../../test/support/finding-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Decider, Decision, DecisionFields } from './decision.ts';
import { recordDecisions } from './record-decisions.ts';

const ALICE: Decider = { kind: 'PERSON', name: 'alice' };

describe('recordDecisions', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function newFindings(...names: string[]): Promise<SeededFinding[]> {
    const uuid = newUuid();
    await database.db
      .insertInto('project')
      .values({ uuid, name: `project ${uuid}`, version: '1.0' })
      .execute();
    return seedFindings(
      database.db,
      uuid,
      names.map((name) => ({ component: { name }, vulnerabilities: ['CVE-2024-1'] })),
    );
  }

  const decide = (
    { component, vulnerability }: SeededFinding,
    fields: DecisionFields,
    rest: Partial<Decision> = {},
  ) => ({
    componentId: component.id,
    vulnerabilityId: vulnerability.id,
    fields,
    ...rest,
  });

  const record = (by: Decider, ...decisions: Decision[]) =>
    inTransaction(database.db, (tx) => recordDecisions(tx, { by, now: new Date() }, decisions));

  const historyOf = ({ component, vulnerability }: SeededFinding) =>
    database.db
      .selectFrom('finding_audit')
      .selectAll()
      .where('component_id', '=', component.id)
      .where('vulnerability_id', '=', vulnerability.id)
      .orderBy('id')
      .execute();

  it('appends one entry that names every changed field, old and new', async () => {
    const [finding] = (await newFindings('a')) as [SeededFinding];
    const [outcome] = await record(
      ALICE,
      decide(finding, {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_PRESENT',
        details: 'left out',
        isSuppressed: true,
      }),
    );
    expect(outcome?.fate).toBe('applied');
    expect((await historyOf(finding)).map(({ commenter, comment }) => ({ commenter, comment }))).toEqual([
      {
        commenter: 'alice',
        comment:
          'Analysis: NOT_SET → NOT_AFFECTED\nJustification: NOT_SET → CODE_NOT_PRESENT\nDetails: left out\nSuppressed',
      },
    ]);
  });
});
