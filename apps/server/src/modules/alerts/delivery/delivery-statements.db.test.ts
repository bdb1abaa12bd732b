import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presentStatements } from '../../../../test/support/statements/present-statements.ts';
import { recordStatements } from '../../../../test/support/statements/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { claimDeliveries, settleDeliveries } from './delivery-store.ts';

const CLAIM = { lanes: 10, perLane: 5, leaseMs: 30_000, perAlert: 4, served: new Map([[1, 2]]) };

const statements: readonly { readonly name: string; readonly run: (tx: Tx) => Promise<unknown> }[] = [
  { name: 'claim-deliveries', run: (tx) => claimDeliveries(tx, CLAIM) },
  {
    name: 'settle-deliveries',
    run: (tx) =>
      settleDeliveries(
        tx,
        [{ id: 1, status: 'PENDING', delayMs: 1_000, error: 'refused' }],
        [{ alertId: 1, lane: 'project', lease: 1, retryDelayMs: 1_000 }],
      ),
  },
];

/** `sql/` has the statements as PostgreSQL gets them; `vitest -u` writes it. */
describe('Delivering notifications executes the committed statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(statements)('$name', async ({ name, run }) => {
    const recorded = await inTransaction(database.db, (tx) => recordStatements(tx, run));
    await expect(presentStatements(recorded)).toMatchFileSnapshot(`./sql/${name}.sql`);
  });
});
