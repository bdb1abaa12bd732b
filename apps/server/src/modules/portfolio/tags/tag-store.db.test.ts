import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { insertTags, lockTags, lockTagsForDeletion } from './tag-store.ts';

describe('Tags in the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('are found by more names than a statement has room for parameters', async () => {
    const names = Array.from({ length: 70_000 }, (_, i) => `tag ${i}`);
    await inTransaction(database.db, async (tx) => {
      await insertTags(tx, names);
      expect((await lockTags(tx, names)).size).toBe(names.length);
      expect(await lockTagsForDeletion(tx, names)).toHaveLength(names.length);
    });
  });
});
