import { hashAuditEntry } from '@tallyman/contract/audit-chain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { testConfig } from '../../../test/support/test-service.ts';
import type { Context } from '../../platform/context.ts';
import { runAs } from '../../platform/db/actor.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { listEntriesAfter } from './audit-store.ts';
import { cleanUpAuditLog } from './clean-up-audit-log.ts';
import { sealAuditLog } from './seal-audit-log.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const list = () => listEntriesAfter(database.db, 0, 10_000);
const seal = () => sealAuditLog({ db: database.db, now: () => new Date() });

function createTeams(count: number, prefix: string): Promise<unknown> {
  return inTransaction(database.db, (tx) =>
    sql`insert into team (uuid, name) select gen_random_uuid(), ${prefix} || n from generate_series(1, ${count}) n`.execute(
      tx,
    ),
  );
}

describe('The audit log in the database', () => {
  it.each([['update audit_log set action = $$x$$'], ['delete from audit_log'], ['truncate audit_log']])(
    'refuses: %s',
    async (statement) => {
      await seal();
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('append-only');
    },
  );

  it('has the changes of a transaction that commits, and none of one that rolls back', async () => {
    await createTeams(1, 'committed ');
    const rolledBack = inTransaction(database.db, async (tx) => {
      await sql`insert into team (uuid, name) values (gen_random_uuid(), 'rolled back')`.execute(tx);
      throw new Error('stop');
    });
    await expect(rolledBack).rejects.toThrow('stop');
    await seal();
    const names = (await list()).map(({ subject }) => subject.name);
    expect(names).toContain('committed 1');
    expect(names).not.toContain('rolled back');
  });

  it('names the actor of each transaction, also while others run', async () => {
    const change = (name: string) =>
      runAs({ kind: 'user', name, address: '192.0.2.1' }, () => createTeams(1, `of ${name} `));
    await Promise.all([change('first'), change('second'), createTeams(1, 'of the service ')]);
    await seal();
    const actors = new Map((await list()).map(({ subject, actor }) => [subject.name, actor]));
    expect(actors.get('of first 1')).toEqual({ kind: 'user', name: 'first', address: '192.0.2.1' });
    expect(actors.get('of second 1')).toMatchObject({ name: 'second' });
    expect(actors.get('of the service 1')).toEqual({ kind: 'system' });
  });

  it('stays one chain without gaps if several nodes seal at once', async () => {
    const work = Array.from({ length: 8 }, (_, index) => createTeams(100, `many ${index} `).then(seal));
    await Promise.all(work);
    await seal();
    const entries = await list();
    expect(entries.filter(({ subject }) => subject.name?.startsWith('many '))).toHaveLength(800);
    for (const [index, { hash, ...entry }] of entries.entries()) {
      expect(entry.position).toBe(index + 1);
      if (index > 0) expect(entry.previous_hash).toBe(entries[index - 1]?.hash);
      expect(hash).toBe(hashAuditEntry(entry));
    }
  });

  it('does not record the members of a deleted team one by one', async () => {
    await createTeams(1, 'with permission ');
    await sql`insert into team_permission (team_id, permission)
      select id, 'BOM_UPLOAD' from team where name = 'with permission 1'`.execute(database.db);
    await sql`delete from team where name = 'with permission 1'`.execute(database.db);
    await seal();
    const actions = (await list())
      .filter(({ subject }) => subject.name === 'with permission 1')
      .map(({ action }) => action);
    expect(actions).toEqual(['team.created', 'team.changed', 'team.deleted']);
  });

  it('does not record the last use of an API key', async () => {
    await sql`insert into api_key (public_id, secret_hash) values ('used', '\\x00')`.execute(database.db);
    await sql`update api_key set last_used_at = now()`.execute(database.db);
    await seal();
    const actions = (await list())
      .filter(({ subject }) => subject.name === 'used')
      .map(({ action }) => action);
    expect(actions).toEqual(['api-key.created']);
  });

  it('lists at most 100 of many members, and their number', async () => {
    await sql`insert into team (uuid, name) values (gen_random_uuid(), 'large')`.execute(database.db);
    await sql`insert into team_permission (team_id, permission)
      select id, 'P' || lpad(n::text, 3, '0') from team, generate_series(1, 150) n where name = 'large'`.execute(
      database.db,
    );
    await seal();
    const entry = (await list()).findLast(({ subject }) => subject.name === 'large');
    expect(entry?.changes.permissions?.added).toHaveLength(100);
    expect(entry?.changes.permissions?.total).toBe(150);
  });

  it('is deleted after its retention, which records the last deleted entry', async () => {
    await seal();
    const before = await list();
    const cleanUp = (days: string, now: Date) =>
      cleanUpAuditLog({
        db: database.db,
        now: () => now,
        config: testConfig({ 'svc.audit-log.retention-days': days }),
      } as Context);
    const later = new Date(Date.now() + 10 * DAY_MS);
    await cleanUp('0', later);
    await cleanUp('11', later);
    expect(await list()).toEqual(before);
    await cleanUp('9', later);
    const last = before.at(-1);
    expect(await list()).toMatchObject([
      {
        position: before.length + 1,
        action: 'audit-log.entries-removed',
        previous_hash: last?.hash,
        changes: { first: { from: 1 }, last: { from: before.length }, hash: { from: last?.hash } },
      },
    ]);
    await createTeams(1, 'after the retention ');
    await seal();
    expect((await list()).map(({ position }) => position)).toEqual([before.length + 1, before.length + 2]);
  });
});
