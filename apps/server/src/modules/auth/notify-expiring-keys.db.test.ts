import { fromBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { notifyExpiringKeys } from './notify-expiring-keys.ts';

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function listNotices(): Promise<string[]> {
  const { rows } = await sql<{ notification: Buffer }>`
    select notification from notification_outbox where group_name = 'CONFIGURATION' order by id`.execute(
    service.db,
  );
  return rows.map(({ notification }) => fromBinary(NotificationSchema, notification).content);
}

it('an API key that expires within a week is notified once, and again if it expires later', async () => {
  const { body: team } = await service.asAdmin('PUT', '/api/v1/team', { name: 'ci' });
  const create = async (days: number) =>
    (
      await service.asAdmin('POST', `/api/v2/teams/${team.uuid}/api-keys`, {
        expires_at: Date.now() + days * DAY_MS,
      })
    ).body.public_id;
  const soon = await create(6);
  await create(30);
  await notifyExpiringKeys(service.context);
  await notifyExpiringKeys(service.context);
  expect(await listNotices()).toEqual([expect.stringContaining(`API key ${soon} of the team ci expires on`)]);

  const expires_at = Date.now() + 5 * DAY_MS;
  await service.asAdmin('PATCH', `/api/v2/api-keys/${soon}`, { expires_at });
  await notifyExpiringKeys(service.context);
  expect(await listNotices()).toHaveLength(2);
});
