import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { hashApiKeySecret } from './api-key-text.ts';
import { LastUsedRecorder } from './last-used-recorder.ts';
import { hashSessionToken } from './session-token.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const now = new Date('2030-01-01T00:00:00Z');
const later = new Date('2030-01-01T00:00:07Z');

async function addSession(token: string): Promise<Buffer> {
  const { id } = await database.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
  const token_hash = hashSessionToken(token);
  const row = { token_hash, user_id: id, created_at: now, expires_at: later };
  await database.db.insertInto('user_session').values(row).execute();
  return token_hash;
}

async function addKey(publicId: string): Promise<number> {
  const row = { public_id: publicId, secret_hash: hashApiKeySecret('x') };
  return (await database.db.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const lastUses = async () => ({
  sessions: (await database.db.selectFrom('user_session').select('last_used_at').execute()).map(
    (s) => s.last_used_at,
  ),
  keys: (await database.db.selectFrom('api_key').select('last_used_at').orderBy('id').execute()).map(
    (k) => k.last_used_at,
  ),
});

describe('when sessions and API keys were last used', () => {
  it('is written in batches with the latest use of each, the rest at the end', async () => {
    const [session, used, unused] = [
      await addSession('a token'),
      await addKey('first'),
      await addKey('second'),
    ];
    const recorder = new LastUsedRecorder({ db: database.db, log: silentLog });
    recorder.sessionUsed(session, now);
    recorder.sessionUsed(session, later);
    recorder.sessionUsed(hashSessionToken('ended in the meantime'), now);
    recorder.apiKeyUsed(used, now);
    expect(await lastUses()).toEqual({ sessions: [null], keys: [null, null] });
    await recorder.flush();
    expect(await lastUses()).toEqual({ sessions: [later], keys: [now, null] });
    recorder.apiKeyUsed(unused, later);
    await recorder.close();
    expect(await lastUses()).toEqual({ sessions: [later], keys: [now, later] });
  });

  it('is no reason to fail when it cannot be written', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const recorder = new LastUsedRecorder({ db: gone.db, log: silentLog });
    recorder.apiKeyUsed(1, now);
    await expect(recorder.close()).resolves.toBeUndefined();
  });
});
