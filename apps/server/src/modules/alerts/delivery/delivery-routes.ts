import { deliveryOperations, type LoggedNotification } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { pageHeaders } from '../../../platform/http/paging.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { decodeNotification, toNotificationJson } from '../../notifications/notification-json.ts';
import { listDeliveries } from './delivery-log-store.ts';
import { explainNotification } from './explain-notification.ts';
import { followNotifications, getLoggedNotification } from './follow-notifications.ts';
import type { LoggedRow } from './notification-log-store.ts';
import { presentDelivery } from './present-delivery.ts';
import { resendDelivery } from './resend-delivery.ts';

export function deliveryRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, deliveryOperations.listDeliveries, async ({ url, query, page, principal }) => {
    const { rows, total } = await listDeliveries(ctx.db, principal, query, page);
    return { status: 200, body: rows.map(presentDelivery), headers: pageHeaders(url, page, total) };
  });
  serve(server, deliveryOperations.resendDelivery, async ({ params, principal }) => ({
    status: 201,
    body: presentDelivery(await resendDelivery(ctx, principal, params.uuid)),
  }));
  serve(server, deliveryOperations.listNotifications, async ({ query, principal }) => {
    const { after, limit = 100, wait = 0 } = query;
    const logged = await followNotifications(ctx, principal, { after, limit, waitMs: wait * 1000 });
    return { status: 200, body: logged.map(presentLogged) };
  });
  serve(server, deliveryOperations.getNotification, async ({ params, principal }) => ({
    status: 200,
    body: toNotificationJson(
      decodeNotification((await getLoggedNotification(ctx, principal, params.uuid)).notification),
    ),
  }));
  serve(server, deliveryOperations.explainNotification, async ({ params, principal }) => ({
    status: 200,
    body: await explainNotification(ctx, principal, params.uuid),
  }));
}

function presentLogged({ position, notification }: LoggedRow): LoggedNotification {
  return { position: position ?? 0, notification: toNotificationJson(decodeNotification(notification)) };
}
