import type { Delivery } from '@tallyman/contract';
import { decodeNotification } from '../../notifications/notification-json.ts';
import type { DeliveryRow } from './delivery-log-store.ts';

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    uuid: row.uuid,
    status: row.status,
    alert: { uuid: row.alert_uuid ?? undefined, name: row.alert_name },
    notification: {
      id: row.notification_id,
      group: row.group,
      level: row.level,
      scope: row.scope,
      title: row.notification ? decodeNotification(row.notification).title : undefined,
      timestamp: row.emitted_at.getTime(),
    },
    project: row.project_uuid
      ? {
          uuid: row.project_uuid,
          name: row.project_name ?? undefined,
          version: row.project_version ?? undefined,
        }
      : undefined,
    destination: row.destination ?? undefined,
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    lastAttemptAt: row.last_attempt_at?.getTime(),
    nextAttemptAt: row.status === 'PENDING' ? row.next_attempt_at?.getTime() : undefined,
    finishedAt: row.finished_at?.getTime(),
    responseStatus: row.response_status ?? undefined,
    responseExcerpt: row.response_excerpt ?? undefined,
    error: row.error ?? undefined,
    test: row.is_test,
    resend: row.is_resend,
  };
}
