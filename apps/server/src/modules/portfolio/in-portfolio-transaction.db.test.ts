import { sql } from 'kysely';
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

  it('turns what the unique indexes refuse into a conflict with words', async () => {
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

  it('turns a row that went away meanwhile into a conflict', async () => {
    const tagging = inPortfolioTransaction(database.db, (tx) =>
      tx.insertInto('project_tag').values({ project_id: 0, tag_id: 0 }).execute(),
    );
    await expect(tagging).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('lets other errors through as they are', async () => {
    const failing = inPortfolioTransaction(database.db, async () => {
      throw new TypeError('a mistake');
    });
    await expect(failing).rejects.toBeInstanceOf(TypeError);
  });

  it('starts again after a deadlock', async () => {
    await sql`create table step (id integer primary key, value integer not null)`.execute(database.db);
    await sql`insert into step values (1, 0), (2, 0)`.execute(database.db);
    let meeting = 0;
    const { promise: bothHold, resolve: meet } = Promise.withResolvers<void>();
    const inOrder = (first: number, second: number) =>
      inPortfolioTransaction(database.db, async (tx) => {
        await sql`update step set value = value + 1 where id = ${first}`.execute(tx);
        if (++meeting === 2) meet();
        await bothHold;
        await sql`update step set value = value + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
    const { rows } = await sql`select value from step`.execute(database.db);
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
    expect(meeting).toBeGreaterThan(2);
  });
});
