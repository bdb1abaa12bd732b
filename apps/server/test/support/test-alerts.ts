import { expect, vi } from 'vitest';
import type { TestService } from './test-service.ts';

/** Settings for fast deliveries to receivers on loopback. */
export const DELIVERS_TO_LOOPBACK = {
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.notification.delivery.first-delay-ms': '20',
  'svc.notification.delivery.max-delay-ms': '1000',
  'svc.notification.outbox-relay.poll-interval-ms': '50',
};

interface AlertDetails {
  readonly groups: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly publisher?: string;
  readonly scope?: string;
  readonly level?: string;
  readonly [member: string]: unknown;
}

let alerts = 0;

/** An enabled alert with a generated name. */
export async function createAlert(
  service: TestService,
  details: AlertDetails,
): Promise<{ uuid: string; name: string }> {
  const {
    groups,
    config,
    publisher = 'Webhook',
    scope = 'PORTFOLIO',
    level = 'INFORMATIONAL',
    ...others
  } = details;
  const name = `alert ${++alerts}`;
  const { body: publishers } = await service.asAdmin('GET', '/api/v1/notification/publisher');
  const { uuid: publisherUuid } = publishers.find((known: { name: string }) => known.name === publisher);
  const created = await service.asAdmin('PUT', '/api/v1/notification/rule', {
    name,
    scope,
    level,
    publisher: { uuid: publisherUuid },
  });
  if (created.status !== 201) throw new Error(`No alert was made: ${created.text}`);
  const { uuid } = created.body;
  const updated = await service.asAdmin('POST', '/api/v1/notification/rule', {
    uuid,
    name,
    scope,
    level,
    enabled: true,
    notifyOn: groups,
    ...(config ? { publisherConfig: JSON.stringify(config) } : {}),
    ...others,
  });
  if (updated.status !== 200) throw new Error(`The alert was not changed: ${updated.text}`);
  return { uuid, name };
}

/** Changes only the given members. */
export async function changeAlert(
  service: TestService,
  uuid: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { body: alert } = await service.asAdmin('GET', `/api/v1/notification/rule/${uuid}`);
  const answer = await service.asAdmin('POST', '/api/v1/notification/rule', { ...alert, ...changes });
  if (answer.status !== 200) throw new Error(`The alert was not changed: ${answer.text}`);
}

export async function deleteAlerts(service: TestService): Promise<void> {
  const { body: alerts } = await service.asAdmin('GET', '/api/v1/notification/rule');
  for (const { uuid } of alerts) await service.asAdmin('DELETE', '/api/v1/notification/rule', { uuid });
}

/** Alerts that are created or enabled after this do not match the creation of the project. */
export async function creationIsRelayed(service: TestService, projectUuid: string): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/notification');
    const notifications = body.map(
      (each: { notification: { subject?: { uuid?: string } } }) => each.notification,
    );
    expect(notifications).toContainEqual(
      expect.objectContaining({ subject: expect.objectContaining({ uuid: projectUuid }) }),
    );
  });
}
