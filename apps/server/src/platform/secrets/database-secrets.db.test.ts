import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createDatabaseSecrets, rotateSecrets } from './database-secrets.ts';
import { toSecretKeys } from './secret-keys.ts';

const SECRETS = '/api/v2/secrets';
const VALUE = 'correct horse battery staple';
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('Secrets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.secret-management.database.kek': key(1) });
  });
  afterAll(() => service.close());

  it('are in the database only encrypted, and in no log', async () => {
    await service.asAdmin('POST', SECRETS, { name: 'sealed', value: VALUE });
    const { rows } = await sql<{ text: string }>`select secret::text as text from secret`.execute(service.db);
    const hex = Buffer.from(VALUE).toString('hex');
    for (const { text } of rows) {
      expect(text).not.toContain(VALUE);
      expect(text).not.toContain(hex);
    }
    expect(service.log()).not.toContain(VALUE);
  });

  it('have the value that was written last, until they are deleted', async () => {
    await service.asAdmin('POST', SECRETS, { name: 'token', value: VALUE, description: 'For chat' });
    expect((await service.asAdmin('POST', SECRETS, { name: 'token', value: 'other' })).status).toBe(409);
    const { secrets } = service.context;
    expect(await secrets.resolve('token')).toBe(VALUE);
    await service.asAdmin('PATCH', `${SECRETS}/token`, { description: 'Other' });
    expect(await secrets.resolve('token')).toBe(VALUE);
    await service.asAdmin('PATCH', `${SECRETS}/token`, { value: 'changed' });
    expect(await secrets.resolve('token')).toBe('changed');
    await service.asAdmin('DELETE', `${SECRETS}/token`);
    await expect(secrets.resolve('token')).rejects.toThrow('There is no secret named token');
  });

  it('cannot be passed off under another name', async () => {
    await service.asAdmin('POST', SECRETS, { name: 'stolen', value: 'x' });
    await sql`update secret set nonce = s.nonce, ciphertext = s.ciphertext
      from secret s where s.name = 'sealed' and secret.name = 'stolen'`.execute(service.db);
    await expect(service.context.secrets.resolve('stolen')).rejects.toThrow();
  });
});

describe('The master key', () => {
  it('can be replaced: secrets are encrypted again with the new one', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const before = createDatabaseSecrets(database.db, toSecretKeys(key(1)));
    await before.create({ name: 'a', value: VALUE });
    const both = toSecretKeys(`${key(2)}, ${key(1)}`);
    expect(await createDatabaseSecrets(database.db, both).resolve('a')).toBe(VALUE);
    expect(await rotateSecrets(database.db, both)).toEqual({ rotated: 1, unreadable: 0 });
    expect(await rotateSecrets(database.db, both)).toEqual({ rotated: 0, unreadable: 0 });
    expect(await createDatabaseSecrets(database.db, toSecretKeys(key(2))).resolve('a')).toBe(VALUE);
    await expect(before.resolve('a')).rejects.toThrow('does not have the master key');
    expect(await rotateSecrets(database.db, toSecretKeys(key(1)))).toEqual({ rotated: 0, unreadable: 1 });
  });
});
