import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { readNotifications } from '../notifications/read-notifications.ts';
import { takeFromOutbox, type WaitingNotification } from '../notifications/take-from-outbox.ts';
import type { MatchedAlert, ProjectFacts } from './alert.ts';
import { closeDigestsOf, collectEntries, type DigestTimes } from './digest-store.ts';
import { judgeAll } from './filter/judge-all.ts';
import type { Judgement } from './filter/judge-filter.ts';
import { findRefusal, hasLimits } from './match-alert.ts';
import { planDigests } from './plan-digests.ts';
import {
  insertDeliveries,
  listMatchedAlerts,
  listProjectFacts,
  type NewDelivery,
  recordFilterErrors,
} from './relay-store.ts';

export interface Relayed {
  /** How many notifications were looked at; as many as asked for means that there may be more. */
  readonly taken: number;
  readonly deliveries: number;
}

/** Turns what was said into deliveries for the alerts that ask for it: once for each, whatever happens in between. */
export function relayOutbox(db: Db, limit: number, digestTimes: DigestTimes): Promise<Relayed> {
  return inTransaction(db, async (tx) => {
    const taken = await takeFromOutbox(tx, limit);
    if (taken.length === 0) return { taken: 0, deliveries: 0 };
    const alerts = await listMatchedAlerts(tx, 'enabled');
    const facts = await loadFacts(tx, alerts, taken);
    const planned = await applyFilters(tx, alerts, planDeliveries(alerts, taken, facts));
    const { deliveries, steps } = planDigests(alerts, taken, planned);
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
    for (const { entries, closed } of steps) {
      if (entries.length > 0) await collectEntries(tx, entries, digestTimes);
      if (closed.length > 0) await closeDigestsOf(tx, closed);
    }
    return { taken: taken.length, deliveries: deliveries.length };
  });
}

/** An error in a filter is recorded, and nothing is sent; only notifications that a filter looks at are opened. */
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
  const said = await readNotifications(tx, [
    ...new Set(filtered.map(({ notificationId }) => notificationId)),
  ]);
  const judgements = await judgeDeliveries(filtered, filters, said);
  const judged = planned.flatMap((delivery) => {
    const { passes, error } = judgements.get(delivery.uuid) ?? { passes: true };
    if (error !== undefined) return [{ ...delivery, filterError: error }];
    return passes ? [delivery] : [];
  });
  const errors = judged.flatMap(({ alertId, filterError }) =>
    filterError ? [[alertId, filterError] as const] : [],
  );
  if (errors.length > 0) await recordFilterErrors(tx, new Map(errors));
  return judged;
}

/** By the delivery; a notification that was deleted meanwhile is left to the delivery. */
async function judgeDeliveries(
  filtered: readonly NewDelivery[],
  filters: ReadonlyMap<number, string>,
  said: Awaited<ReturnType<typeof readNotifications>>,
): Promise<ReadonlyMap<string, Judgement>> {
  const judgements = new Map<string, Judgement>();
  for (const [alertId, deliveries] of Map.groupBy(filtered, (delivery) => delivery.alertId)) {
    const known = deliveries.flatMap(({ uuid, notificationId }) => {
      const notification = said.get(notificationId)?.notification;
      return notification ? [{ uuid, notification }] : [];
    });
    const verdicts = await judgeAll(
      filters.get(alertId) ?? '',
      known.map(({ notification }) => notification),
    );
    known.forEach(({ uuid }, index) => {
      const verdict = verdicts[index];
      if (verdict) judgements.set(uuid, verdict);
    });
  }
  return judgements;
}

async function loadFacts(
  db: Db,
  alerts: readonly MatchedAlert[],
  taken: readonly WaitingNotification[],
): Promise<ReadonlyMap<string, ProjectFacts>> {
  if (!alerts.some(hasLimits)) return new Map();
  const uuids = new Set(taken.flatMap(({ projectUuid }) => projectUuid ?? []));
  const facts = await listProjectFacts(db, [...uuids]);
  return new Map(facts.map((project) => [project.uuid, project]));
}

/** One lane for each alert and project: what concerns no project has a lane of its own. */
function planDeliveries(
  alerts: readonly MatchedAlert[],
  taken: readonly WaitingNotification[],
  facts: ReadonlyMap<string, ProjectFacts>,
): NewDelivery[] {
  return taken.flatMap((notification) => {
    const project = facts.get(notification.projectUuid ?? '');
    return alerts
      .filter((alert) => findRefusal(alert, notification, project) === undefined)
      .map((alert) => ({
        uuid: newUuid(),
        notificationId: notification.id,
        alertId: alert.id,
        alertName: alert.name,
        lane: notification.projectUuid ?? '',
      }));
  });
}
