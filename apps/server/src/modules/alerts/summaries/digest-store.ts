import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export interface DigestEntry {
  readonly alertId: number;
  readonly projectUuid: string;
  readonly notificationId: string;
}

export interface DigestTimes {
  /** A digest is sent when nothing was added to it for this time. */
  readonly quietMs: number;
  /** A digest is sent at the latest after this time. */
  readonly longestMs: number;
}

/** Adds to the open digests of the alerts and projects, and opens those that are missing. */
export async function collectEntries(
  tx: Tx,
  entries: readonly DigestEntry[],
  { quietMs, longestMs }: DigestTimes,
): Promise<void> {
  await sql`
    with given as (
      select * from unnest(
        ${entries.map(({ alertId }) => alertId)}::bigint[],
        ${entries.map(({ projectUuid }) => projectUuid)}::uuid[],
        ${entries.map(({ notificationId }) => notificationId)}::uuid[]
      ) as t (alert_id, project_uuid, notification_id)
    ), opened as (
      insert into alert_digest as known (alert_id, project_uuid, due_at)
      select distinct alert_id, project_uuid, now() + make_interval(secs => ${quietMs / 1000}) from given
      order by alert_id, project_uuid
      on conflict (alert_id, project_uuid) where not is_closed do update
        set due_at = least(known.started_at + make_interval(secs => ${longestMs / 1000}), excluded.due_at)
      returning id, alert_id, project_uuid
    )
    insert into alert_digest_entry (digest_id, notification_id)
    select opened.id, given.notification_id from given join opened using (alert_id, project_uuid)
    on conflict do nothing
  `.execute(tx);
}

/** Closes the digests of projects whose next upload has begun. */
export async function closeDigestsOf(tx: Tx, projectUuids: readonly string[]): Promise<void> {
  await sql`
    update alert_digest set is_closed = true, due_at = now()
    where not is_closed and project_uuid = any(${[...projectUuids]}::uuid[])
  `.execute(tx);
}

/** No relay adds to a closed digest. */
export async function closeDueDigests(tx: Tx): Promise<void> {
  await sql`update alert_digest set is_closed = true where not is_closed and due_at <= now()`.execute(tx);
}

export interface DueDigest {
  readonly id: number;
  readonly alertId: number;
  readonly alertName: string;
  readonly isEnabled: boolean;
  readonly projectUuid: string;
  readonly startedAt: Date;
}

/** Locks one digest until the transaction ends. Skips those that other nodes have locked. */
export async function lockClosedDigest(tx: Tx): Promise<DueDigest | undefined> {
  const { rows } = await sql<DueDigest>`
    select alert_digest.id, alert_id as "alertId", alert.name as "alertName", alert.is_enabled as "isEnabled",
      project_uuid as "projectUuid", started_at as "startedAt"
    from alert_digest join alert on alert.id = alert_digest.alert_id
    where alert_digest.is_closed order by due_at limit 1
    for update of alert_digest skip locked
  `.execute(tx);
  return rows[0];
}

/** One page, in the order in which they were emitted. */
export async function listCollected(
  db: Db,
  digestId: number,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ id: string; notification: Uint8Array }[]> {
  const { rows } = await sql<{ id: string; notification: Uint8Array }>`
    select outbox.id, outbox.notification
    from alert_digest_entry as entry join notification_outbox as outbox on outbox.id = entry.notification_id
    where entry.digest_id = ${digestId}
      and (${after ?? null}::uuid is null or entry.notification_id > ${after ?? null}::uuid)
    order by entry.notification_id limit ${limit}
  `.execute(db);
  return rows;
}

export async function deleteDigest(tx: Tx, digestId: number): Promise<void> {
  await sql`delete from alert_digest where id = ${digestId}`.execute(tx);
}
