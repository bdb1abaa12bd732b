import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { changeAlert, createAlert, creationIsRelayed, DELIVERS_TO_LOOPBACK } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let service: TestService;
let receiver: WebhookReceiver;
let alert: { uuid: string };
let theirs: { uuid: string };
let limited: (method: string, path: string, body?: unknown) => ReturnType<TestService['request']>;

/** Notifications of two projects are delivered; the limited user may see one of the projects. */
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  const config = { destinationUrl: receiver.url };
  alert = await createAlert(service, { groups: ['PROJECT_CREATED'], config });
  const createProject = async (name: string) =>
    (await service.asAdmin('PUT', '/api/v1/project', { name })).body;
  const mine = await createProject('mine');
  theirs = await createProject('theirs');
  await creationIsRelayed(service, theirs.uuid);
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(2));
  const { teamUuid, apiKey } = await createTeamKey(service, 'SYSTEM_CONFIGURATION');
  await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: mine.uuid });
  await switchAccessControl(service, true);
  limited = (method, path, body) => service.request(method, path, { apiKey, body });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

describe('A user who may access some projects', () => {
  it('sees only deliveries and notifications about those projects', async () => {
    const { body, headers } = await limited('GET', '/api/v1/notification/delivery');
    expect(body.map(({ project }: { project: { name: string } }) => project.name)).toEqual(['mine']);
    expect(headers.get('x-total-count')).toBe('1');
    const log = (await limited('GET', '/api/v1/notification')).text;
    expect(log).toContain('mine was created');
    expect(log).not.toContain('theirs was created');
  });

  it('can neither read, explain, resend nor preview notifications about other projects', async () => {
    const query = `project=${theirs.uuid}`;
    const [delivery] = (await service.asAdmin('GET', `/api/v1/notification/delivery?${query}`)).body;
    const { id } = delivery.notification;
    const answers = [
      await limited('GET', `/api/v1/notification/${id}`),
      await limited('GET', `/api/v1/notification/${id}/why`),
      await limited('POST', `/api/v1/notification/delivery/${delivery.uuid}/resend`),
      await limited('POST', '/api/v1/notification/publisher/preview', { template: 'x', notification: id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it.each([null, 'title != ""'])(
    'sees only those projects in previews, with the filter %s',
    async (filter) => {
      await changeAlert(service, alert.uuid, { filterExpression: filter });
      const path = `/api/v1/notification/rule/${alert.uuid}/preview`;
      expect((await service.asAdmin('GET', path)).body).toMatchObject({ count: 2 });
      expect((await limited('GET', path)).body).toMatchObject({ count: 1, byGroup: { PROJECT_CREATED: 1 } });
    },
  );

  it('sees test notifications', async () => {
    const path = `/api/v1/notification/publisher/test/${alert.uuid}?group=NEW_VULNERABILITIES_SUMMARY`;
    const [{ notification, delivery }] = (await limited('POST', path)).body;
    expect((await limited('GET', `/api/v1/notification/${notification}/why`)).status).toBe(200);
    const { body } = await limited('GET', `/api/v1/notification/delivery?notification=${notification}`);
    expect(body).toMatchObject([{ uuid: delivery, test: true }]);
  });
});
