import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { HotStatements } from './hot-statements.ts';

describe('Statements that are used often', () => {
  it('get a name after a few uses', () => {
    const statements = new HotStatements();
    const names = Array.from({ length: 8 }, () => statements.nameOf('select $1::int'));
    expect(names).toEqual([undefined, undefined, undefined, undefined, undefined, 'hot_0', 'hot_0', 'hot_0']);
  });

  it('are limited in number', () => {
    const statements = new HotStatements();
    for (let i = 0; i < 5_000; i++) statements.nameOf(`select ${i}`);
    for (let use = 0; use < 10; use++) expect(statements.nameOf('select late')).toBeUndefined();
  });

  describe('on a connection', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    it('are prepared once and use their parameters', async () => {
      await database.db.connection().execute(async (db) => {
        for (let i = 0; i < 20; i++) {
          const { rows } = await sql<{ n: number }>`select ${i}::int as n`.execute(db);
          expect(rows).toEqual([{ n: i }]);
        }
        const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db);
        expect(rows).toHaveLength(1);
      });
    });
  });
});
