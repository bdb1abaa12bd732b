import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NotificationExplanation } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { decodeNotification, toNotificationJson } from '../notifications/notification-json.ts';
import type { MatchedAlert, ProjectFacts } from './alert.ts';
import { type DeliveryRow, listDeliveriesOf } from './delivery-log-store.ts';
import { judgeFilter } from './filter/judge-filter.ts';
import { getLogged } from './follow-notifications.ts';
import { findRefusal } from './match-alert.ts';
import type { LoggedRow } from './notification-log-store.ts';
import { presentDelivery } from './present-delivery.ts';
import { listMatchedAlerts, listProjectFacts } from './relay-store.ts';
import { DIGESTED_GROUPS } from './summarize-digest.ts';

/** "Why did I (not) get this": every alert, whether it asks for the notification, and what it was sent. */
export async function explainNotification(
  ctx: Context,
  principal: Principal,
  id: string,
): Promise<NotificationExplanation> {
  const logged = await getLogged(ctx, principal, id);
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
  const refusal = findRefusal(alert, logged, project) ?? (await findFilterRefusal(alert, logged));
  return {
    uuid: alert.uuid,
    name: alert.name,
    matches: refusal === undefined,
    refusedBy: refusal?.by,
    reason: refusal?.reason ?? describeMatch(alert, logged),
    changedSince: alert.updatedAt > logged.createdAt,
    deliveries: deliveries.filter(({ alert_id }) => alert_id === alert.id).map(presentDelivery),
  };
}

function describeMatch({ digest }: MatchedAlert, { group }: LoggedRow): string {
  const isCollected = digest === 'UPLOAD' && DIGESTED_GROUPS.has(group);
  return isCollected ? 'The alert asks for it, and sends it as part of a digest.' : 'The alert asks for it.';
}

async function findFilterRefusal({ filterExpression }: MatchedAlert, { notification }: LoggedRow) {
  if (filterExpression === null) return undefined;
  // There may be many alerts: others have a turn in between.
  await nextTurn();
  const judgement = judgeFilter(filterExpression, decodeNotification(notification));
  if (judgement.passes) return undefined;
  const reason = judgement.error
    ? `The filter could not be evaluated: ${judgement.error}`
    : `The filter is not true: ${filterExpression}`;
  return { by: 'FILTER', reason } as const;
}
