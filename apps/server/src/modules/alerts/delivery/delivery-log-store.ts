import type { AlertLevel, AlertScope, DeliveryStatus, NotificationGroup } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayRead } from './notification-access.ts';

export interface DeliveryRow {
  readonly id: number;
  readonly uuid: string;
  readonly status: DeliveryStatus;
  readonly is_test: boolean;
  readonly is_resend: boolean;
  readonly attempts: number;
  readonly created_at: Date;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly finished_at: Date | null;
  readonly destination: string | null;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly error: string | null;
  readonly lane: string;
  readonly alert_id: number | null;
  readonly alert_uuid: string | null;
  readonly alert_name: string;
  readonly notification_id: string;
  readonly notification: Uint8Array | null;
  readonly group: NotificationGroup;
  readonly level: AlertLevel;
  readonly scope: AlertScope;
  readonly emitted_at: Date;
  readonly project_uuid: string | null;
  readonly project_name: string | null;
  readonly project_version: string | null;
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly alert?: string | undefined;
  readonly notification?: string | undefined;
  readonly project?: string | undefined;
  readonly group?: NotificationGroup | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

function selectDeliveries(db: Db, principal: Principal, filter: DeliveryFilter) {
  const { since, until } = filter;
  return db
    .selectFrom('delivery')
    .innerJoin('notification_outbox as outbox', 'outbox.id', 'delivery.notification_id')
    .leftJoin('alert', 'alert.id', 'delivery.alert_id')
    .leftJoin('project', 'project.uuid', 'outbox.project_uuid')
    .where(mayRead(principal))
    .$if(filter.status !== undefined, (query) => query.where('delivery.status', '=', filter.status ?? ''))
    .$if(filter.alert !== undefined, (query) => query.where('alert.uuid', '=', filter.alert ?? ''))
    .$if(filter.notification !== undefined, (query) =>
      query.where('delivery.notification_id', '=', filter.notification ?? ''),
    )
    .$if(filter.project !== undefined, (query) =>
      query.where('outbox.project_uuid', '=', filter.project ?? ''),
    )
    .$if(filter.group !== undefined, (query) => query.where('outbox.group_name', '=', filter.group ?? ''))
    .$if(since !== undefined, (query) => query.where('delivery.created_at', '>=', toDate(since ?? 0)))
    .$if(until !== undefined, (query) => query.where('delivery.created_at', '<', toDate(until ?? 0)));
}

/** The range of dates that both JavaScript and PostgreSQL can express. */
const MAX_MS = 8.64e15;
const MIN_MS = -6e13;

function toDate(milliseconds: number): Date {
  return new Date(Math.max(MIN_MS, Math.min(MAX_MS, milliseconds)));
}

const COLUMNS = [
  'delivery.id',
  'delivery.uuid',
  'delivery.status',
  'delivery.is_test',
  'delivery.is_resend',
  'delivery.attempts',
  'delivery.created_at',
  'delivery.last_attempt_at',
  'delivery.next_attempt_at',
  'delivery.finished_at',
  'delivery.destination',
  'delivery.response_status',
  'delivery.response_excerpt',
  'delivery.error',
  'delivery.lane',
  'delivery.alert_id',
  'alert.uuid as alert_uuid',
  'delivery.alert_name',
  'delivery.notification_id',
  'outbox.notification',
  'outbox.group_name as group',
  'outbox.level',
  'outbox.scope',
  'outbox.created_at as emitted_at',
  'outbox.project_uuid',
  'project.name as project_name',
  'project.version as project_version',
] as const;

export async function listDeliveries(
  db: Db,
  principal: Principal,
  filter: DeliveryFilter,
  page: Page,
): Promise<Paged<DeliveryRow>> {
  const deliveries = selectDeliveries(db, principal, filter);
  const rows = await deliveries
    .select(COLUMNS)
    .orderBy('delivery.id', page.descending === false ? 'asc' : 'desc')
    .offset(page.offset)
    .$if(page.limit !== null, (query) => query.limit(page.limit))
    .$castTo<DeliveryRow>()
    .execute();
  const count = async () =>
    (await deliveries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
  return { rows, total: await totalOf(page, rows.length, count) };
}

export async function findDelivery(
  db: Db,
  principal: Principal,
  uuid: string,
): Promise<DeliveryRow | undefined> {
  return selectDeliveries(db, principal, {})
    .select(COLUMNS)
    .where('delivery.uuid', '=', uuid)
    .$castTo<DeliveryRow>()
    .executeTakeFirst();
}

export async function listDeliveriesOf(
  db: Db,
  principal: Principal,
  notification: string,
): Promise<DeliveryRow[]> {
  return selectDeliveries(db, principal, { notification })
    .select(COLUMNS)
    .orderBy('delivery.id')
    .$castTo<DeliveryRow>()
    .execute();
}

/** Keeps pending deliveries, however old they are. */
export async function deleteOldDeliveries(tx: Tx, before: Date): Promise<void> {
  await sql`delete from delivery where created_at < ${before} and status <> 'PENDING'`.execute(tx);
}

/** Deletes lanes that have been empty for an hour. */
export async function deleteIdleLanes(tx: Tx): Promise<void> {
  await sql`
    delete from delivery_lane
    where waiting = 0 and leased_until is null and ready_at < now() - interval '1 hour'`.execute(tx);
}
