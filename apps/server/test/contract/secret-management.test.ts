import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createProvidedSecrets } from '../../src/platform/secrets/provided-secrets.ts';
import { loadKeyFile, toSecretKeys } from '../../src/platform/secrets/secret-keys.ts';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const SECRETS = '/api/v2/secrets';
const VALUE = 'correct horse battery staple';
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

async function temporaryFile(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, name);
}

describe('Secrets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.secret-management.database.kek': key(1) });
  });
  afterAll(() => service.close());

  describe('require permissions', () => {
    itKeepsAccessRules(Object.values(secretOperations), () => service);
  });

  it('are written and named, never read back', async () => {
    const created = await service.asAdmin('POST', SECRETS, {
      name: 'token',
      value: VALUE,
      description: 'For chat',
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${SECRETS}/token`);
    expect(created.text).toBe('');
    const { body } = await service.asAdmin('GET', `${SECRETS}/token`);
    expect(body).toEqual({ name: 'token', description: 'For chat', created_at: expect.any(Number) });
    const { body: list } = await service.asAdmin('GET', `${SECRETS}?q=tok`);
    expect(list).toMatchObject({ items: [{ name: 'token' }], total: { count: 1, type: 'EXACT' } });
    expect((await service.asAdmin('POST', SECRETS, { name: 'token', value: 'other' })).status).toBe(409);
    expect(await service.context.secrets.resolve('token')).toBe(VALUE);
  });

  it('are changed in part; unchanged ones answer 304', async () => {
    const change = (body: object) => service.asAdmin('PATCH', `${SECRETS}/token`, body);
    expect((await change({})).status).toBe(304);
    expect((await change({ description: 'For chat' })).status).toBe(304);
    expect((await change({ description: 'Other' })).status).toBe(204);
    expect(await service.context.secrets.resolve('token')).toBe(VALUE);
    expect((await change({ value: 'changed' })).status).toBe(204);
    expect(await service.context.secrets.resolve('token')).toBe('changed');
    const { body } = await service.asAdmin('GET', `${SECRETS}/token`);
    expect(body).toMatchObject({ description: 'Other', updated_at: expect.any(Number) });
    expect((await service.asAdmin('PATCH', `${SECRETS}/unknown`, { value: 'x' })).status).toBe(404);
  });

  it.each([
    { name: 'with space', value: 'x' },
    { name: 'x'.repeat(65), value: 'x' },
    { name: 'empty', value: '' },
    { name: 'long', value: 'x'.repeat(4097) },
    { name: 'described', value: 'x', description: 'x'.repeat(256) },
    { name: 'without' },
  ])('are refused: %j', async (body) => {
    expect((await service.asAdmin('POST', SECRETS, body)).status).toBe(400);
  });

  it('are listed in pages', async () => {
    for (const name of ['page-1', 'page-2', 'page-3'])
      await service.asAdmin('POST', SECRETS, { name, value: 'x' });
    const { body: first } = await service.asAdmin('GET', `${SECRETS}?q=page-&limit=2`);
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['page-1', 'page-2']);
    const next = `${SECRETS}?q=page-&limit=2&page_token=${first.next_page_token}`;
    const { body: second } = await service.asAdmin('GET', next);
    expect(second).toEqual({
      items: [expect.objectContaining({ name: 'page-3' })],
      total: { count: 3, type: 'EXACT' },
    });
  });

  it('are deleted', async () => {
    expect((await service.asAdmin('DELETE', `${SECRETS}/token`)).status).toBe(204);
    expect((await service.asAdmin('DELETE', `${SECRETS}/token`)).status).toBe(404);
    await expect(service.context.secrets.resolve('token')).rejects.toThrow('There is no secret named token');
  });

  it('are reported as manageable in the system capabilities', async () => {
    const { body } = await service.asAdmin('GET', '/api/v2/internal/system-capabilities');
    expect(body).toEqual({ capabilities: { secret_management: { read_only: false } } });
  });
});

describe('The master key', () => {
  it('is created on the first start, readable by the owner only, and stays', async () => {
    const path = await temporaryFile('keys/kek');
    const [one, other] = await Promise.all([loadKeyFile(path, true), loadKeyFile(path, true)]);
    expect(one.primary).toBe(other.primary);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await loadKeyFile(path, false)).primary).toBe(one.primary);
    await chmod(path, 0o600);
    await expect(loadKeyFile(`${path}-missing`, false)).rejects.toThrow('is missing');
  });

  it('must be long enough', () => {
    expect(() => toSecretKeys('short')).toThrow('too short');
  });
});

describe('Secrets of files and environment variables', () => {
  it('are read and never written', async () => {
    const file = await temporaryFile('from-file');
    await writeFile(file, 'file value\n');
    const directory = join(file, '..');
    await writeFile(join(directory, 'too-large'), 'x'.repeat(65_537));
    const environment = { TALLYMAN_SECRET_FROM_ENV: 'env value', OTHER: 'x' };
    const secrets = createProvidedSecrets({
      directory,
      environment,
      loadKeys: () => Promise.reject(new Error('no key')),
    });
    expect((await secrets.list()).map(({ name }) => name)).toEqual(['FROM_ENV', 'from-file', 'too-large']);
    expect(await secrets.resolve('from-file')).toBe('file value');
    expect(await secrets.resolve('FROM_ENV')).toBe('env value');
    await expect(secrets.resolve('../from-file')).rejects.toThrow('no secret named');
    await expect(secrets.resolve('too-large')).rejects.toThrow('larger than 64 KiB');
    expect(await readFile(file, 'utf8')).toBe('file value\n');
  });

  it('cannot be changed through the API', async () => {
    const service = await startTestService({ 'svc.secret-management.provider': 'env' });
    onTestFinished(() => service.close());
    const answer = await service.asAdmin('POST', SECRETS, { name: 'a', value: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('read-only');
    const { body } = await service.asAdmin('GET', '/api/v2/internal/system-capabilities');
    expect(body.capabilities.secret_management.read_only).toBe(true);
  });
});
