import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { newUuid } from '../../platform/ids.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';

describe('A transaction on the portfolio', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const insert = (name: string, version: string | null, isLatest = false) =>
    inPortfolioTransaction(database.db, (tx) =>
      tx.insertInto('project').values({ uuid: newUuid(), name, version, is_latest: isLatest }).execute(),
    );

  it('names the conflict of each unique index', async () => {
    await insert('a', '1', true);
    await insert('b', null);
    await expect(insert('a', '1')).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A project with the specified name and version already exists.',
    });
    await expect(insert('b', null)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A project with the specified name already exists.',
    });
    await expect(insert('a', '2', true)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('latest'),
    });
  });
});
