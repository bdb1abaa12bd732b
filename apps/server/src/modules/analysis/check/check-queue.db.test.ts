import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { bomOf, npm } from '../../../../test/support/bom-uploads.ts';
import { createTeamKey } from '../../../../test/support/team-key.ts';
import { startTestService } from '../../../../test/support/test-service.ts';

const BOM = JSON.stringify(bomOf([npm('rocket', '1.0.0')]));
const HEADERS = { 'Content-Type': 'application/vnd.cyclonedx+json' };

it('checks of one client beyond its queue limit are answered with 429 and Retry-After; other clients are served', async () => {
  const service = await startTestService({
    'svc.datasource.pool.max-size': '20',
    'svc.requests.lock-timeout-ms': '3600000',
  });
  const blocker = new pg.Client({ connectionString: service.url });
  await blocker.connect();
  onTestFinished(async () => {
    await blocker.end();
    await service.close();
  });
  const { apiKey } = await createTeamKey(service, 'VIEW_VULNERABILITY', 'BOM_UPLOAD');
  await blocker.query('begin; lock table vulnerability in access exclusive mode');
  const asAdmin = { token: service.adminToken, body: BOM, headers: HEADERS };
  let refused = 0;
  const greedy = Array.from({ length: 60 }, async () => {
    const answer = await service.request('POST', '/api/v1/check', asAdmin);
    if (answer.status === 429) refused++;
    return answer;
  });
  // All except running and queued checks.
  await expect.poll(() => refused).toBeGreaterThan(30);
  const modest = service.request('POST', '/api/v1/check', { apiKey, body: BOM, headers: HEADERS });
  expect((await service.request('GET', '/api/version')).status).toBe(200);
  await blocker.query('rollback');
  expect((await modest).status).toBe(200);
  const answers = await Promise.all(greedy);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const one = answers.find(({ status }) => status === 429);
  expect(one?.headers.get('retry-after')).toBe('10');
  expect(one?.body).toMatchObject({ status: 429, detail: expect.stringContaining('wait to be checked') });
});
