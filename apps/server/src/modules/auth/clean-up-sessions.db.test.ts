import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { authJobs } from './auth-jobs.ts';
import { cleanUpSessions } from './clean-up-sessions.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const countSessions = async () => (await service.db.selectFrom('user_session').selectAll().execute()).length;

describe('the job expired-session-cleanup', () => {
  it('deletes sessions whose time is over and leaves the others', async () => {
    expect(authJobs(service.context)['expired-session-cleanup']).toBeTypeOf('function');
    expect(await countSessions()).toBe(1);
    await cleanUpSessions(service.context);
    expect(await countSessions()).toBe(1);
    await cleanUpSessions({ ...service.context, now: () => new Date(Date.now() + 28_800_001) });
    expect(await countSessions()).toBe(0);
  });
});
