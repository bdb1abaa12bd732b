import { secretOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const SECRETS = '/api/v2/secrets';
const VALUE = 'correct horse battery staple';
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

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
  });

  it('are changed in part; unchanged ones answer 304', async () => {
    const change = (body: object) => service.asAdmin('PATCH', `${SECRETS}/token`, body);
    expect((await change({})).status).toBe(304);
    expect((await change({ description: 'For chat' })).status).toBe(304);
    expect((await change({ description: 'Other' })).status).toBe(204);
    expect((await change({ value: 'changed' })).status).toBe(204);
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
  });

  it('are reported as manageable in the system capabilities', async () => {
    const { body } = await service.asAdmin('GET', '/api/v2/internal/system-capabilities');
    expect(body).toEqual({ capabilities: { secret_management: { read_only: false } } });
  });
});

describe('Secrets of files and environment variables', () => {
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
