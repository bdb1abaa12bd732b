import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface OutboxRow {
  readonly id: string;
  readonly notification: Uint8Array;
  readonly group: string;
  readonly level: string;
  readonly scope: string;
  readonly projectUuid: string | undefined;
}

export async function insertIntoOutbox(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await sql`
    insert into notification_outbox (id, notification, group_name, level, scope, project_uuid)
    select * from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => Buffer.from(row.notification))}::bytea[],
      ${rows.map((row) => row.group)}::text[],
      ${rows.map((row) => row.level)}::text[],
      ${rows.map((row) => row.scope)}::text[],
      ${rows.map((row) => row.projectUuid ?? null)}::uuid[])
  `.execute(tx);
}

export async function deleteOldNotifications(tx: Tx, keptDays: number): Promise<void> {
  await sql`
    delete from notification_outbox where created_at < now() - make_interval(days => ${keptDays})
  `.execute(tx);
}
