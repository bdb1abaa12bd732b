import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAlert,
  creationIsRelayed,
  DELIVERS_TO_LOOPBACK,
} from '../../../../test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import type { Db } from '../../../platform/db/database.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
});
afterAll(() => service.close());

async function waitsForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

it('a delivery that is created while its alert is being deleted is cancelled', async () => {
  const config = { destinationUrl: 'http://127.0.0.1:9/hook' };
  const { uuid } = await createAlert(service, { groups: ['PROJECT_CREATED'], config, enabled: false });
  const { body: project } = await service.asAdmin('PUT', '/api/v1/project', { name: 'shop' });
  await creationIsRelayed(service, project.uuid);
  const deletion = await service.db.transaction().execute(async (tx) => {
    await sql`
      insert into delivery (uuid, notification_id, alert_id, alert_name, lane, status)
      select gen_random_uuid(), outbox.id, alert.id, alert.name, '', 'PENDING'
      from alert, notification_outbox as outbox
      where alert.uuid = ${uuid} and outbox.project_uuid = ${project.uuid}`.execute(tx);
    const deleting = service.asAdmin('DELETE', '/api/v1/notification/rule', { uuid });
    await expect.poll(() => waitsForLock(tx)).toBe(true);
    return { deleting };
  });
  expect((await deletion.deleting).status).toBe(204);
  const { body } = await service.asAdmin('GET', `/api/v1/notification/delivery?project=${project.uuid}`);
  expect(body).toMatchObject([{ status: 'CANCELLED' }]);
});
