import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const uuid = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';

/** Contract, Versioning: the removed endpoints of both upgrade tables with their replacements. */
const removed = [
  ['POST', `/api/v1/policy/${uuid}/tag/java`, 'POST /api/v1/tag/{name}/policy'],
  ['DELETE', `/api/v1/policy/${uuid}/tag/java`, 'DELETE /api/v1/tag/{name}/policy'],
  ['GET', `/api/v1/tag/${uuid}`, 'GET /api/v1/tag/policy/{uuid}'],
  ['GET', `/api/v1/bom/token/${uuid}`, 'GET /api/v1/event/token/{uuid}'],
  ['GET', '/api/v1/policy/vulnerability', 'GET /api/v2/vuln-policies'],
  ['GET', `/api/v1/policy/vulnerability/${uuid}`, 'GET /api/v2/vuln-policies/{uuid}'],
  ['PUT', '/api/v1/policy/vulnerability', 'POST /api/v2/vuln-policies'],
  ['POST', '/api/v1/policy/vulnerability', 'PUT /api/v2/vuln-policies/{uuid}'],
  ['DELETE', `/api/v1/policy/vulnerability/${uuid}`, 'DELETE /api/v2/vuln-policies/{uuid}'],
  ['GET', '/api/v1/policy/vulnerability/bundle', 'GET /api/v2/vuln-policy-bundles'],
] as const;

describe('Removed endpoints', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it.each(removed)('%s %s is gone; callers must use %s', async (method, path, replacement) => {
    const answer = await service.request(method, path);
    expect(answer.status).toBe(410);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status: 410, title: 'Gone', replacement });
    expect(answer.body.detail).toContain(replacement);
  });

  it('the response of the removed token endpoint ends polling', async () => {
    const answer = await service.request('GET', `/api/v1/bom/token/${uuid}`);
    expect(answer.status).toBe(410);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.body).not.toHaveProperty('processing');
  });

  it.each(removed.filter(([method]) => method !== 'GET'))(
    '%s %s is gone with any body',
    async (method, path) => {
      for (const body of [{ name: 'x' }, 'no JSON at all']) {
        expect((await service.request(method, path, { body })).status).toBe(410);
      }
    },
  );
});
