import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { claimNotifications, type WaitingNotification } from '../../notifications/claim-notifications.ts';
import { readNotifications } from '../../notifications/read-notifications.ts';
import type { MatchedAlert, ProjectFacts } from '../rules/alert-conditions.ts';
import type { FilterResult } from '../rules/filter/evaluate-filter.ts';
import { filterNotifications } from '../rules/filter/filter-notifications.ts';
import { findMismatch, needsProjectFacts } from '../rules/match-alert.ts';
import { closeDigestsOf, collectEntries, type DigestTimes } from '../summaries/digest-store.ts';
import { planDigests } from '../summaries/plan-digests.ts';
import {
  insertDeliveries,
  listMatchedAlerts,
  listProjectFacts,
  type NewDelivery,
  recordFilterErrors,
} from './relay-store.ts';

export interface Relayed {
  /** How many notifications were claimed. If it equals the limit, there may be more. */
  readonly claimed: number;
  readonly deliveries: number;
}

/** Inserts a delivery for each notification and each alert that matches it. Idempotent: everything commits in one transaction. */
export function relayOutbox(db: Db, limit: number, digestTimes: DigestTimes): Promise<Relayed> {
  return inTransaction(db, async (tx) => {
    const claimed = await claimNotifications(tx, limit);
    if (claimed.length === 0) return { claimed: 0, deliveries: 0 };
    const alerts = await listMatchedAlerts(tx, 'enabled');
    const facts = await loadFacts(tx, alerts, claimed);
    const planned = await applyFilters(tx, alerts, planDeliveries(alerts, claimed, facts));
    const { deliveries, steps } = planDigests(alerts, claimed, planned);
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
    for (const { entries, closed } of steps) {
      if (entries.length > 0) await collectEntries(tx, entries, digestTimes);
      if (closed.length > 0) await closeDigestsOf(tx, closed);
    }
    return { claimed: claimed.length, deliveries: deliveries.length };
  });
}

/** A filter that fails is recorded, and nothing is sent. Only notifications of alerts with a filter are decoded. */
async function applyFilters(
  tx: Tx,
  alerts: readonly MatchedAlert[],
  planned: readonly NewDelivery[],
): Promise<NewDelivery[]> {
  const filters = new Map(
    alerts.flatMap(({ id, filterExpression }) => (filterExpression === null ? [] : [[id, filterExpression]])),
  );
  const filtered = planned.filter(({ alertId }) => filters.has(alertId));
  if (filtered.length === 0) return [...planned];
  const stored = await readNotifications(tx, [
    ...new Set(filtered.map(({ notificationId }) => notificationId)),
  ]);
  const results = await evaluateDeliveries(filtered, filters, stored);
  const passed = planned.flatMap((delivery) => {
    const { passes, error } = results.get(delivery.uuid) ?? { passes: true };
    if (error !== undefined) return [{ ...delivery, filterError: error }];
    return passes ? [delivery] : [];
  });
  const errors = passed.flatMap(({ alertId, filterError }) =>
    filterError ? [[alertId, filterError] as const] : [],
  );
  if (errors.length > 0) await recordFilterErrors(tx, new Map(errors));
  return passed;
}

/** Results by the UUID of the delivery. A notification that was deleted meanwhile has none: its delivery is cancelled later. */
async function evaluateDeliveries(
  filtered: readonly NewDelivery[],
  filters: ReadonlyMap<number, string>,
  stored: Awaited<ReturnType<typeof readNotifications>>,
): Promise<ReadonlyMap<string, FilterResult>> {
  const results = new Map<string, FilterResult>();
  for (const [alertId, deliveries] of Map.groupBy(filtered, (delivery) => delivery.alertId)) {
    const known = deliveries.flatMap(({ uuid, notificationId }) => {
      const notification = stored.get(notificationId)?.notification;
      return notification ? [{ uuid, notification }] : [];
    });
    const evaluated = await filterNotifications(
      filters.get(alertId) ?? '',
      known.map(({ notification }) => notification),
    );
    known.forEach(({ uuid }, index) => {
      const result = evaluated[index];
      if (result) results.set(uuid, result);
    });
  }
  return results;
}

async function loadFacts(
  db: Db,
  alerts: readonly MatchedAlert[],
  claimed: readonly WaitingNotification[],
): Promise<ReadonlyMap<string, ProjectFacts>> {
  if (!alerts.some(needsProjectFacts)) return new Map();
  const uuids = new Set(claimed.flatMap(({ projectUuid }) => projectUuid ?? []));
  const facts = await listProjectFacts(db, [...uuids]);
  return new Map(facts.map((project) => [project.uuid, project]));
}

/** The deliveries of one alert about one project share a lane; those about no project have a lane as well. */
function planDeliveries(
  alerts: readonly MatchedAlert[],
  claimed: readonly WaitingNotification[],
  facts: ReadonlyMap<string, ProjectFacts>,
): NewDelivery[] {
  return claimed.flatMap((notification) => {
    const project = facts.get(notification.projectUuid ?? '');
    return alerts
      .filter((alert) => findMismatch(alert, notification, project) === undefined)
      .map((alert) => ({
        uuid: newUuid(),
        notificationId: notification.id,
        alertId: alert.id,
        alertName: alert.name,
        lane: notification.projectUuid ?? '',
      }));
  });
}
