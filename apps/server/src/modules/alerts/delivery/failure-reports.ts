import { Group } from '@tallyman/contract/notification';
import type { Event } from '../../notifications/event.ts';
import { decodeNotification } from '../../notifications/notification-json.ts';
import { deliveryFailed } from '../../notifications/system-events.ts';
import type { Attempt, ClaimedDelivery } from './delivery-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Makes INTEGRATION events of failed deliveries, so that other alerts can report them: at most once an hour for each
 * alert, and never for a notification of that group, which would repeat for ever.
 */
export class FailureReports {
  readonly #reportedAt = new Map<number, number>();

  findEvent(delivery: ClaimedDelivery, attempt: Attempt, now: Date): Event | undefined {
    const { alertId, alertName, isTest, notification } = delivery;
    if (attempt.status !== 'FAILED' || isTest || !notification) return undefined;
    const { group, id } = decodeNotification(notification);
    const before = this.#reportedAt.get(alertId) ?? 0;
    if (group === Group.INTEGRATION || now.getTime() - before < HOUR_MS) return undefined;
    this.#reportedAt.set(alertId, now.getTime());
    return deliveryFailed(alertName, { id, group: Group[group] }, attempt.error ?? '');
  }
}
