import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { PUBLISHER_POINT } from '../publishers/publisher-point.ts';

/** A delivery that this node has leased, with everything that is needed to make it. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly uuid: string;
  readonly lane: string;
  readonly lease: number;
  readonly attempts: number;
  readonly isTest: boolean;
  readonly notificationId: string;
  /** Null if the notification was deleted after its retention time. */
  readonly notification: Uint8Array | null;
  readonly projectUuid: string | null;
  readonly alertId: number;
  readonly alertName: string;
  readonly isEnabled: boolean;
  readonly logSuccess: boolean;
  readonly publisherConfig: string | null;
  readonly extension: string;
  readonly template: string | null;
  readonly templateMimeType: string;
  readonly isDefaultPublisher: boolean;
  readonly baseUrl: string | null;
  /** The settings of the publisher kind. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly teamAddresses: readonly string[];
}

/**
 * Commits without waiting for the disk, which would be most of the latency of a delivery. What a crash of PostgreSQL
 * loses is delivered again: "at least once".
 */
const ASYNC_COMMIT = sql`set_config('synchronous_commit', 'off', true)`;

interface Claim {
  readonly lanes: number;
  readonly perLane: number;
  readonly leaseMs: number;
  /** How many lanes of one alert a node may serve, and how many it serves already. */
  readonly perAlert: number;
  readonly served: ReadonlyMap<number, number>;
}

/** A leased lane without a visible delivery. */
export type EmptyLane = Pick<ClaimedDelivery, 'alertId' | 'lane' | 'lease'> & { readonly id: null };

/**
 * Leases lanes that are due, with the first deliveries of each. No other node sends on them until the lease ends. A lane
 * whose first delivery was committed while the statement ran is returned empty, and must be released.
 */
export async function claimDeliveries(tx: Tx, claim: Claim): Promise<(ClaimedDelivery | EmptyLane)[]> {
  const { perAlert, served } = claim;
  const busy = [...served].flatMap(([alertId, lanes]) => (lanes >= perAlert ? [alertId] : []));
  const { rows } = await sql<ClaimedDelivery | EmptyLane>`
    with due as (
      select alert_id, lane, ready_at from delivery_lane
      where waiting > 0 and ready_at <= now() and (leased_until is null or leased_until < now())
        and alert_id <> all(${busy}::bigint[])
      order by ready_at limit ${claim.lanes}
      for update skip locked
    ), wanted as (
      select due.*, ${perAlert} - coalesce(served.lanes, 0) as allowance,
        row_number() over (partition by alert_id order by ready_at) as turn
      from due left join unnest(${[...served.keys()]}::bigint[], ${[...served.values()]}::int[])
        as served (alert_id, lanes) using (alert_id)
    ), leased as (
      update delivery_lane as known
      set leased_until = now() + make_interval(secs => ${claim.leaseMs / 1000}), lease = known.lease + 1
      from wanted where known.alert_id = wanted.alert_id and known.lane = wanted.lane and turn <= allowance
      returning known.alert_id, known.lane, known.lease
    )
    select d.id, leased.lease, leased.lane, d.uuid, d.attempts, d.is_test as "isTest", d.notification_id as "notificationId",
      outbox.notification, outbox.project_uuid as "projectUuid", alert.id as "alertId", alert.name as "alertName", alert.is_enabled as "isEnabled",
      alert.log_successful_publish as "logSuccess", alert.publisher_config as "publisherConfig",
      publisher.extension, publisher.template, publisher.template_mime_type as "templateMimeType",
      publisher.is_default as "isDefaultPublisher",
      (select value from setting where group_name = 'general' and name = 'base.url') as "baseUrl",
      (select config from extension_config where point = ${PUBLISHER_POINT} and extension = publisher.extension)
        as settings,
      array(
        select distinct email from alert_team
        join team_member on team_member.team_id = alert_team.team_id
        join app_user on app_user.id = team_member.user_id
        where alert_team.alert_id = alert.id and email <> '' and not suspended order by email) as "teamAddresses"
    from leased
    cross join (select ${ASYNC_COMMIT}) as async_commit
    join alert on alert.id = leased.alert_id
    join publisher on publisher.id = alert.publisher_id
    left join lateral (
      select id, uuid, attempts, is_test, notification_id from delivery
      -- A range, so that only the index of pending deliveries has this order. With equality the planner sometimes scanned
      -- everything that the alert has ever sent, hoping to find the first few of the lane early.
      where (alert_id, lane) >= (leased.alert_id, leased.lane) and (alert_id, lane) <= (leased.alert_id, leased.lane)
        and status = 'PENDING'
      order by alert_id, lane, id limit ${claim.perLane}
    ) as d on true
    left join lateral (
      -- One lookup per row: with a join the planner may read the whole outbox.
      select notification, project_uuid from notification_outbox where id = d.notification_id limit 1
    ) as outbox on true
    order by d.id
  `.execute(tx);
  return rows;
}

/** The outcome of one attempt. */
export interface Attempt {
  readonly id: number;
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
  /** Until the next attempt. */
  readonly delayMs?: number | undefined;
  readonly destination?: string | undefined;
  readonly responseStatus?: number | undefined;
  readonly responseExcerpt?: string | undefined;
  readonly error?: string | undefined;
}

/** A lane to release, and how long it must wait before it is due again. */
export interface LaneRelease {
  readonly alertId: number;
  readonly lane: string;
  readonly lease: number;
  readonly retryDelayMs: number;
}

/**
 * Records the outcomes and releases the lanes. A delivery that another node has finished is left alone, and so is a lease
 * that expired and was acquired by another node. Returns whether there is more to send on these lanes.
 */
export async function settleDeliveries(
  tx: Tx,
  attempts: readonly Attempt[],
  lanes: readonly LaneRelease[],
): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`
    with made as (
      select * from unnest(
        ${attempts.map(({ id }) => id)}::bigint[],
        ${attempts.map(({ status }) => status)}::text[],
        ${attempts.map(({ delayMs }) => delayMs ?? null)}::float8[],
        ${attempts.map(({ destination }) => destination ?? null)}::text[],
        ${attempts.map(({ responseStatus }) => responseStatus ?? null)}::int[],
        ${attempts.map(({ responseExcerpt }) => responseExcerpt ?? null)}::text[],
        ${attempts.map(({ error }) => error ?? null)}::text[]
      ) as t (id, status, delay_ms, destination, response_status, response_excerpt, error)
    ), recorded as (
      update delivery set status = made.status,
        attempts = attempts + case when made.status = 'CANCELLED' then 0 else 1 end,
        last_attempt_at = now(),
        next_attempt_at = now() + make_interval(secs => made.delay_ms / 1000.0),
        finished_at = case when made.status = 'PENDING' then null else now() end,
        destination = coalesce(made.destination, delivery.destination),
        response_status = made.response_status, response_excerpt = made.response_excerpt, error = made.error
      -- Not "status = 'PENDING'": with it the planner scans all pending deliveries instead of looking these up.
      from made where delivery.id = made.id and delivery.finished_at is null
        and delivery.id = any(${attempts.map(({ id }) => id)}::bigint[])
      returning delivery.alert_id, delivery.lane, made.status
    ), finished as (
      select alert_id, lane, count(*)::int as done from recorded
      where status <> 'PENDING' and alert_id is not null group by alert_id, lane
    ), released as (
      select * from unnest(
        ${lanes.map(({ alertId }) => alertId)}::bigint[],
        ${lanes.map(({ lane }) => lane)}::text[],
        ${lanes.map(({ lease }) => lease)}::bigint[],
        ${lanes.map(({ retryDelayMs }) => retryDelayMs)}::float8[]
      ) as t (alert_id, lane, lease, retry_delay_ms)
    ), changes as (
      select alert_id, lane, coalesce(done, 0) as done, lease, retry_delay_ms
      from finished full join released using (alert_id, lane)
    ), locked as (
      -- In the lock order of the relay, to avoid deadlocks.
      select alert_id, lane, changes.done, changes.lease, changes.retry_delay_ms
      from delivery_lane join changes using (alert_id, lane)
      order by alert_id, lane for update of delivery_lane
    )
    update delivery_lane as known set waiting = known.waiting - locked.done,
      leased_until = case when locked.lease = known.lease then null else known.leased_until end,
      ready_at = case when locked.lease = known.lease
        then now() + make_interval(secs => locked.retry_delay_ms / 1000.0) else known.ready_at end
    from locked cross join (select ${ASYNC_COMMIT}) as async_commit
    where known.alert_id = locked.alert_id and known.lane = locked.lane
    returning known.waiting > 0 and known.leased_until is null and known.ready_at <= now() as "isMore"
  `.execute(tx);
  return rows.some(({ isMore }) => isMore);
}
