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

/** Whoever relays hears of it when the transaction commits. */
export async function insertIntoOutbox(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await sql`
    with said as (
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

/** Said to one alert alone: it is in the log, and no relay looks at it. */
export async function insertRelayed(tx: Tx, rows: readonly OutboxRow[], isTest: boolean): Promise<void> {
  await sql`
    insert into notification_outbox (id, notification, group_name, level, scope, project_uuid, is_test, position)
    select said.*, ${isTest}, nextval('notification_position') from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => Buffer.from(row.notification))}::bytea[],
      ${rows.map((row) => row.group)}::text[],
      ${rows.map((row) => row.level)}::text[],
      ${rows.map((row) => row.scope)}::text[],
      ${rows.map((row) => row.projectUuid ?? null)}::uuid[]) as said
  `.execute(tx);
}

/** What a relay looks at first; the whole notification only where somebody needs it. */
export interface WaitingNotification {
  readonly id: string;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | null;
}

/** For those who wait for their turn, such as tests of an alert. */
export async function waitToRelay(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RELAY_LOCK})`.execute(tx);
}

/**
 * Numbers the oldest that wait, in order; none while another node relays. What a crash of the database takes back is
 * relayed again: nobody waits for disks.
 */
export async function takeWaiting(tx: Tx, limit: number): Promise<WaitingNotification[]> {
  const { rows } = await sql<WaitingNotification & { readonly position: number }>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${RELAY_LOCK}) as is_ours, set_config('synchronous_commit', 'off', true)
    ), waiting as (
      select id from notification_outbox
      where position is null and (select is_ours from turn) order by id limit ${limit}
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

/**
 * By the time in its id, which the primary key knows. Those that no relay has looked at yet stay: nobody would ever
 * learn of them.
 */
export async function deleteOldNotifications(tx: Tx, oldest: string): Promise<void> {
  await sql`
    delete from notification_outbox where id < ${oldest} and position is not null
  `.execute(tx);
}

export async function isGroupSaidSince(db: Db, group: string, oldest: string): Promise<boolean> {
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
