import { systemOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, npm, postBom } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const look = (token: string) => service.asAdmin('GET', `/api/v1/event/token/${token}`);

describe('Event lookup by token', () => {
  it('reports waiting work as processing', async () => {
    const withoutWorkers = await startTestService({ 'svc.config.profile': 'web' });
    onTestFinished(() => withoutWorkers.close());
    const fields = { projectName: 'waiting', projectVersion: '1', autoCreate: 'true' };
    const { token } = (await postBom(withoutWorkers, bomOf([npm('a')]), fields)).body;
    const answer = await withoutWorkers.asAdmin('GET', `/api/v1/event/token/${token}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ processing: true });
  });

  it('reports finished work as not processing', async () => {
    const fields = { projectName: 'finished', projectVersion: '1', autoCreate: 'true' };
    const { token } = (await postBom(service, bomOf([npm('a')]), fields)).body;
    await expect.poll(async () => (await look(token)).body.processing).toBe(false);
  });

  it('reports an unknown token as not processing', async () => {
    expect((await look(crypto.randomUUID())).body).toEqual({ processing: false });
  });

  it('refuses an invalid UUID with 400', async () => {
    expect((await look('no-token')).status).toBe(400);
  });

  itKeepsAccessRules([systemOperations.getWorkState], () => service);
});
