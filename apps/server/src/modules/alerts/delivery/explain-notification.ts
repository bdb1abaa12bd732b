import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NotificationExplanation } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { decodeNotification, toNotificationJson } from '../../notifications/notification-json.ts';
import type { MatchedAlert, ProjectFacts } from '../rules/alert-conditions.ts';
import { evaluateFilter } from '../rules/filter/evaluate-filter.ts';
import { findMismatch } from '../rules/match-alert.ts';
import { DIGESTED_GROUPS } from '../summaries/summarize-digest.ts';
import { type DeliveryRow, listDeliveriesOf } from './delivery-log-store.ts';
import { getLoggedNotification } from './follow-notifications.ts';
import type { LoggedRow } from './notification-log-store.ts';
import { presentDelivery } from './present-delivery.ts';
import { listMatchedAlerts, listProjectFacts } from './relay-store.ts';

/** Answers "why did I (not) get this": for every alert whether it matches the notification, why not, and its deliveries. */
export async function explainNotification(
  ctx: Context,
  principal: Principal,
  id: string,
): Promise<NotificationExplanation> {
  const logged = await getLoggedNotification(ctx, principal, id);
  const deliveries = await listDeliveriesOf(ctx.db, principal, logged.id);
  const alerts = await listMatchedAlerts(ctx.db, 'all');
  const [project] = logged.projectUuid ? await listProjectFacts(ctx.db, [logged.projectUuid]) : [];
  const explained: NotificationExplanation['alerts'] = [];
  for (const alert of alerts) explained.push(await explainAlert(alert, logged, project, deliveries));
  return {
    notification: toNotificationJson(decodeNotification(logged.notification)),
    relayed: logged.position !== null,
    alerts: explained,
    otherDeliveries: deliveries.filter(({ alert_id }) => alert_id === null).map(presentDelivery),
  };
}

async function explainAlert(
  alert: MatchedAlert,
  logged: LoggedRow,
  project: ProjectFacts | undefined,
  deliveries: readonly DeliveryRow[],
): Promise<NotificationExplanation['alerts'][number]> {
  const mismatch = findMismatch(alert, logged, project) ?? (await findFilterMismatch(alert, logged));
  return {
    uuid: alert.uuid,
    name: alert.name,
    matches: mismatch === undefined,
    refusedBy: mismatch?.by,
    reason: mismatch?.reason ?? describeMatch(alert, logged),
    changedSince: alert.updatedAt > logged.createdAt,
    deliveries: deliveries.filter(({ alert_id }) => alert_id === alert.id).map(presentDelivery),
  };
}

function describeMatch({ digest }: MatchedAlert, { group }: LoggedRow): string {
  const isCollected = digest === 'UPLOAD' && DIGESTED_GROUPS.has(group);
  return isCollected ? 'The alert matches and sends it as part of a digest.' : 'The alert matches.';
}

async function findFilterMismatch({ filterExpression }: MatchedAlert, { notification }: LoggedRow) {
  if (filterExpression === null) return undefined;
  // There may be many alerts: yield to other requests.
  await nextTurn();
  const result = evaluateFilter(filterExpression, decodeNotification(notification));
  if (result.passes) return undefined;
  const reason = result.error
    ? `The filter could not be evaluated: ${result.error}`
    : `The filter is not true: ${filterExpression}`;
  return { by: 'FILTER', reason } as const;
}
