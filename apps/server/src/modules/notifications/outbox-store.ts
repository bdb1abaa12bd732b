import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { OUTBOX_CHANNEL, RELAY_LOCK } from './outbox-channel.ts';

export interface OutboxRow {
  readonly id: string;
  readonly notification: Uint8Array;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | undefined;
}

/** Wakes the relay when the transaction commits. */
export async function insertIntoOutbox(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await sql`
    with inserted as (
      insert into notification_outbox (id, notification, group_name, level, scope, project_uuid)
      select * from unnest(
        ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => Buffer.from(row.notification))}::bytea[],
        ${rows.map((row) => row.group)}::text[],
        ${rows.map((row) => row.level)}::text[],
        ${rows.map((row) => row.scope)}::text[],
        ${rows.map((row) => row.projectUuid ?? null)}::uuid[])
    )
    select pg_notify(${OUTBOX_CHANNEL}, '')
  `.execute(tx);
}

/** Inserts notifications for one alert. They are part of the log, and no relay looks at them. */
export async function insertRelayed(tx: Tx, rows: readonly OutboxRow[], isTest: boolean): Promise<void> {
  await sql`
    insert into notification_outbox (id, notification, group_name, level, scope, project_uuid, is_test, position)
    select given.*, ${isTest}, nextval('notification_position') from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => Buffer.from(row.notification))}::bytea[],
      ${rows.map((row) => row.group)}::text[],
      ${rows.map((row) => row.level)}::text[],
      ${rows.map((row) => row.scope)}::text[],
      ${rows.map((row) => row.projectUuid ?? null)}::uuid[]) as given
  `.execute(tx);
}

/** What the relay matches first. The notification itself is read only where a filter needs it. */
export interface WaitingNotification {
  readonly id: string;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | null;
}

/** Waits for the relay of other nodes, until the transaction ends. */
export async function acquireRelayLock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RELAY_LOCK})`.execute(tx);
}

/**
 * Numbers the oldest waiting notifications in order. Returns none while another node relays. Commits without waiting for
 * the disk: what a crash of PostgreSQL loses is relayed again.
 */
export async function claimWaiting(tx: Tx, limit: number): Promise<WaitingNotification[]> {
  const { rows } = await sql<WaitingNotification & { readonly position: number }>`
    with lock as materialized (
      select pg_try_advisory_xact_lock(${RELAY_LOCK}) as is_acquired, set_config('synchronous_commit', 'off', true)
    ), waiting as (
      select id from notification_outbox
      where position is null and (select is_acquired from lock) order by id limit ${limit}
      for update skip locked
    ), numbered as (
      select id, nextval('notification_position') as position from (select id from waiting order by id) as ordered
    )
    update notification_outbox set position = numbered.position
    from numbered where notification_outbox.id = numbered.id
    returning notification_outbox.id, group_name as "group", level, scope, project_uuid as "projectUuid",
      numbered.position
  `.execute(tx);
  return rows.sort((a, b) => a.position - b.position);
}

export interface StoredNotification {
  readonly id: string;
  readonly position: number | null;
  readonly notification: Uint8Array;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | null;
  readonly createdAt: Date;
  readonly isTest: boolean;
}

export async function listStored(db: Db, ids: readonly string[]): Promise<StoredNotification[]> {
  return selectStored(db)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
}

function selectStored(db: Db) {
  return db
    .selectFrom('notification_outbox')
    .select(['id', 'position', 'notification', 'group_name as group', 'level', 'scope'])
    .select(['project_uuid as projectUuid', 'created_at as createdAt', 'is_test as isTest']);
}

/** Deletes by the time in the id, which the primary key indexes. Keeps notifications that were not relayed yet. */
export async function deleteOldNotifications(tx: Tx, oldest: string): Promise<void> {
  await sql`
    delete from notification_outbox where id < ${oldest} and position is not null
  `.execute(tx);
}

export async function isGroupEmittedSince(db: Db, group: string, oldest: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_outbox')
    .select('id')
    .where('id', '>=', oldest)
    .where('group_name', '=', group)
    .where('is_test', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
