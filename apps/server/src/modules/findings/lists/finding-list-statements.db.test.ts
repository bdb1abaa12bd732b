import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findingListStatements,
  pastStatements,
} from '../../../../test/support/statements/finding-list-statements.ts';
import { presentStatements } from '../../../../test/support/statements/present-statements.ts';
import { recordStatements } from '../../../../test/support/statements/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';

/** The stores compose their statements from parts. `sql/` has them as PostgreSQL gets them; `vitest -u` writes it. */
describe('A finding list executes the committed statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([...findingListStatements, ...pastStatements(new Date('2026-11-01'))])(
    '$name',
    async ({ name, run }) => {
      const statements = await recordStatements(database.db, run);
      await expect(presentStatements(statements)).toMatchFileSnapshot(`./sql/${name}.sql`);
    },
  );
});
