import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../test/support/test-template.ts';
import { toProblem } from '../platform/http/problem.ts';

let service: TestService;
let blocker: pg.Client;

beforeEach(async () => {
  service = await startTestService({
    'svc.datasource.pool.max-size': '20',
    'svc.requests.lock-timeout-ms': '3600000',
  });
  blocker = new pg.Client({ connectionString: service.url });
  await blocker.connect();
});

afterEach(async () => {
  await blocker.end();
  await service.close();
});

const waiting = async () => {
  const { rows } = await blocker.query('select count(*)::int as n from pg_locks where not granted');
  return rows[0]?.n ?? 0;
};

describe('A lock on one table with 60 waiting clients', () => {
  it('does not affect other operations, sign-in and readiness, and all clients are answered after its release', async () => {
    await blocker.query('begin; lock table license in access exclusive mode');
    const stuck = Array.from({ length: 60 }, () => service.asAdmin('GET', '/api/v1/license/concise'));
    await expect.poll(waiting).toBeGreaterThan(0);
    for (let round = 0; round < 5; round++) {
      const others = await Promise.all([
        ...Array.from({ length: 10 }, () => service.asAdmin('GET', '/api/v1/project')),
        service.asAdmin('PUT', '/api/v1/project', { name: `made meanwhile ${round}` }),
        service.asAdmin('GET', '/api/v1/team'),
        service.request('GET', '/api/version'),
        service.request('POST', '/api/v1/user/login', {
          form: { username: 'admin', password: ADMIN_PASSWORD },
        }),
      ]);
      expect(others.map(({ status }) => status)).toEqual([...Array(10).fill(200), 201, 200, 200, 200]);
      expect((await fetch(`${service.managementUrl}/health/ready`)).status).toBe(200);
    }
    // Waiting requests use at most their share of the connections.
    expect(await waiting()).toBeLessThanOrEqual(3);
    await blocker.query('rollback');
    const statuses = (await Promise.all(stuck)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  });
});

describe('A lock that is held for longer than svc.requests.lock-timeout-ms', () => {
  let limited: TestService;
  afterEach(() => limited.close());

  it.each([
    ['svc.requests.lock-timeout-ms', 'a lock'],
    ['svc.requests.statement-timeout-ms', 'a statement'],
  ])('%s: a request that waits longer for %s is answered with 503 and Retry-After', async (property) => {
    limited = await startTestService({ [property]: '50' });
    const other = new pg.Client({ connectionString: limited.url });
    await other.connect();
    await other.query('begin; lock table license in access exclusive mode');
    const answer = await limited.asAdmin('GET', '/api/v1/license/concise');
    await other.end();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.detail).toContain('The database is busy');
  });
});

describe('A transient error of the database', () => {
  it.each(['55P03', '57014', '40P01', '40001'])('%s is answered with 503', (code) => {
    const { body, headers } = toProblem(Object.assign(new Error('busy'), { code }), 'r');
    expect([body.status, headers]).toEqual([503, { 'Retry-After': '5' }]);
  });
});
