import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { AppError } from '../errors.ts';
import type { Tx } from './database.ts';
import { inConflictTransaction } from './in-conflict-transaction.ts';

describe('inConflictTransaction', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const run = <T>(work: (tx: Tx) => Promise<T>) =>
    inConflictTransaction(database.db, (constraint) => new AppError('conflict', constraint), work);

  it('turns a unique violation into the conflict of its constraint', async () => {
    await sql`create table named (name text constraint named_once unique)`.execute(database.db);
    const insert = () => run((tx) => sql`insert into named values ('a')`.execute(tx));
    await insert();
    await expect(insert()).rejects.toMatchObject({ kind: 'conflict', message: 'named_once' });
  });

  it('turns a reference to a deleted row into a conflict', async () => {
    const tagging = run((tx) => tx.insertInto('project_tag').values({ project_id: 0, tag_id: 0 }).execute());
    await expect(tagging).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('throws other errors unchanged', async () => {
    const failing = run(async () => {
      throw new TypeError('a mistake');
    });
    await expect(failing).rejects.toBeInstanceOf(TypeError);
  });

  it('retries after a deadlock', async () => {
    await sql`create table step (id integer primary key, value integer not null)`.execute(database.db);
    await sql`insert into step values (1, 0), (2, 0)`.execute(database.db);
    let meeting = 0;
    const { promise: bothHold, resolve: meet } = Promise.withResolvers<void>();
    const inOrder = (first: number, second: number) =>
      run(async (tx) => {
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
