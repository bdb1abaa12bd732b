import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryStatements } from '../../../../test/support/statements/delivery-statements.ts';
import { presentStatements } from '../../../../test/support/statements/present-statements.ts';
import { recordStatements } from '../../../../test/support/statements/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction } from '../../../platform/db/database.ts';

/** `sql/` has the statements as PostgreSQL gets them; `vitest -u` writes it. */
describe('Delivering notifications executes the committed statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each(deliveryStatements)('$name', async ({ name, run }) => {
    const recorded = await inTransaction(database.db, (tx) => recordStatements(tx, run));
    await expect(presentStatements(recorded)).toMatchFileSnapshot(`./sql/${name}.sql`);
  });
});
