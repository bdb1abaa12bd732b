import { systemOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/database.ts';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const look = (token: string) => service.asAdmin('GET', `/api/v1/event/token/${token}`);

const enqueue = (token: string, startAfter: Date) =>
  inTransaction(service.db, (tx) =>
    service.context.jobs.enqueue(tx, 'work-token-cleanup', {}, { token, startAfter }),
  );

describe('Event lookup by token', () => {
  it('reports waiting work as processing', async () => {
    const token = crypto.randomUUID();
    await enqueue(token, new Date(Date.now() + 3_600_000));
    const answer = await look(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ processing: true });
  });

  it('reports finished work as not processing', async () => {
    const other = await startTestService();
    const token = crypto.randomUUID();
    await inTransaction(other.db, (tx) =>
      other.context.jobs.enqueue(tx, 'work-token-cleanup', {}, { token }),
    );
    const processing = async () =>
      (await other.asAdmin('GET', `/api/v1/event/token/${token}`)).body.processing;
    await expect.poll(processing).toBe(false);
    await other.close();
  });

  it('reports an unknown token as not processing', async () => {
    expect((await look(crypto.randomUUID())).body).toEqual({ processing: false });
  });

  it('refuses an invalid UUID with 400', async () => {
    expect((await look('no-token')).status).toBe(400);
  });

  itKeepsAccessRules([systemOperations.getWorkState], () => service);
});
