import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from './database.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

describe('A snapshot cache', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await sql`create table counter (value integer not null)`.execute(database.db);
    await sql`insert into counter values (0)`.execute(database.db);
  });
  afterAll(() => database.drop());

  const newCache = () => createSnapshotCache<{ json: string }>(database.db, ({ json }) => json.length);
  const increment = () => sql`update counter set value = value + 1`.execute(database.db);
  async function readCounter() {
    const { rows } = await sql<{ value: number }>`select value from counter`.execute(database.db);
    return { json: String(rows[0]?.value) };
  }
  const storedValue = async () => (await readCounter()).json;

  it('loads once for concurrent callers', async () => {
    const kept = newCache();
    let loads = 0;
    const load = async () => ({ json: String(++loads) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => kept('key', load)));
    expect(answers.map(({ json }) => json)).toEqual(Array(20).fill('1'));
  });

  it('returns the cached result while the snapshot is the same', async () => {
    const kept = newCache();
    let loads = 0;
    const load = async () => ({ json: String(++loads) });
    let uses = 0;
    // Other databases of the same server end snapshots too, so that it may take a few attempts.
    while (loads === uses) {
      await kept('key', load);
      uses++;
    }
    expect(uses).toBe(loads + 1);
  });

  it('does not cache failures', async () => {
    const kept = newCache();
    const fail = () => Promise.reject(new Error('no answer'));
    await expect(kept('key', fail)).rejects.toThrow('no answer');
    expect(await kept('key', async () => ({ json: 'answer' }))).toEqual({ json: 'answer' });
  });

  it('does not cache results that are too large', async () => {
    const kept = newCache();
    const large = { json: 'x'.repeat(8_000_001) };
    expect(await kept('key', async () => large)).toBe(large);
    expect(await kept('key', async () => ({ json: 'again' }))).toEqual({ json: 'again' });
  });

  it('never returns a result older than the last commit', async () => {
    const kept = newCache();
    for (let round = 0; round < 50; round++) {
      await increment();
      expect((await kept('key', readCounter)).json).toBe(await storedValue());
      expect((await kept('key', readCounter)).json).toBe(await storedValue());
    }
  });

  it('shows a transaction right after its commit, not before', async () => {
    const kept = newCache();
    const before = await storedValue();
    await inTransaction(database.db, async (tx) => {
      await sql`update counter set value = value + 100`.execute(tx);
      expect((await kept('key', readCounter)).json).toBe(before);
      expect((await kept('key', readCounter)).json).toBe(before);
    });
    expect((await kept('key', readCounter)).json).toBe(String(Number(before) + 100));
  });

  it('sees transactions that commit in another order than they began', async () => {
    const kept = newCache();
    await sql`create table entry (id integer primary key)`.execute(database.db);
    const count = async () => {
      const { rows } = await sql<{ json: string }>`select count(*)::text as json from entry`.execute(
        database.db,
      );
      return rows[0] ?? { json: '' };
    };
    await inTransaction(database.db, async (first) => {
      await sql`insert into entry values (1)`.execute(first);
      await sql`insert into entry values (2)`.execute(database.db);
      expect((await kept('count', count)).json).toBe('1');
    });
    expect((await kept('count', count)).json).toBe('2');
  });

  it('is consistent with many concurrent writers and readers', async () => {
    const kept = newCache();
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await increment();
        const atLeast = Number(await storedValue());
        expect(Number((await kept('key', readCounter)).json)).toBeGreaterThanOrEqual(atLeast);
      }),
    );
  });

  it('separates keys', async () => {
    const kept = newCache();
    const answers = ['a', 'b', 'a'].map((key) => kept(key, async () => ({ json: key })));
    expect((await Promise.all(answers)).map(({ json }) => json)).toEqual(['a', 'b', 'a']);
  });
});
