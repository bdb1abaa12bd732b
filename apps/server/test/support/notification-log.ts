import { vi } from 'vitest';
import type { TestService } from './test-service.ts';
import { timeoutFactor } from './timeout-factor.ts';

interface Logged {
  readonly position: number;
  readonly notification: {
    readonly group: string;
    readonly level: string;
    readonly subject?: { uuid?: string };
  };
}

/**
 * The newest notifications in order, at most 1,000. A project that is created for it shows that all earlier
 * notifications are in the log.
 */
export async function listNotifications(service: TestService): Promise<Logged['notification'][]> {
  const marker = await service.asAdmin('PUT', '/api/v1/project', { name: `marker ${crypto.randomUUID()}` });
  const newest = async () =>
    (await service.asAdmin('GET', '/api/v1/notification?limit=1000')).body.map(
      ({ notification }: Logged) => notification,
    );
  const isMarker = ({ subject }: Logged['notification']) => subject?.uuid === marker.body.uuid;
  await vi.waitUntil(async () => (await newest()).some(isMarker), {
    interval: 20,
    timeout: 90_000 * timeoutFactor,
  });
  const all = await newest();
  return all.slice(0, all.findIndex(isMarker));
}

/** The groups of the notifications about a project, in order. */
export async function listNotifiedGroups(service: TestService, project: string): Promise<string[]> {
  const about = (await listNotifications(service)).filter((one) => JSON.stringify(one).includes(project));
  return about.map(({ group }) => group.replace('GROUP_', ''));
}
