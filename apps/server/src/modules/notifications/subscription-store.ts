import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** The columns of a notification that alerts match without decoding it. */
export interface NotificationHead {
  readonly group: string;
  readonly level: string;
  readonly scope: string;
}

export interface Subscription {
  readonly scope: string;
  /** The lowest level. */
  readonly level: string;
  readonly groups: readonly string[];
}

export async function upsertSubscription(
  tx: Tx,
  alertId: number,
  { scope, level, groups }: Subscription,
): Promise<void> {
  await sql`
    insert into notification_subscription (alert_id, scope, level, groups)
    values (${alertId}, ${scope}, ${level}, ${[...groups]}::text[])
    on conflict (alert_id) do update
      set scope = excluded.scope, level = excluded.level, groups = excluded.groups`.execute(tx);
}

export async function deleteSubscription(tx: Tx, alertId: number): Promise<void> {
  await sql`delete from notification_subscription where alert_id = ${alertId}`.execute(tx);
}

/** Whether any alert subscribes to such notifications, regardless of its projects. */
export async function hasSubscription(db: Db, { group, level, scope }: NotificationHead): Promise<boolean> {
  const { rows } = await sql`
    select from notification_subscription
    where scope = ${scope} and ${group} = any(groups)
      and array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], level)
        <= array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], ${level})
    limit 1`.execute(db);
  return rows.length > 0;
}
