import type { Db } from '../../platform/db/database.ts';
import { isGroupSaidSince, listStored, type StoredNotification } from './outbox-store.ts';

export type { StoredNotification };

/** Those that still are there, by id. */
export async function readNotifications(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredNotification>> {
  const stored = ids.length === 0 ? [] : await listStored(db, ids);
  return new Map(stored.map((notification) => [notification.id, notification]));
}

/** Whether anything of a group was said since; the time is that of an id. */
export function wasSaidSince(db: Db, group: string, oldest: string): Promise<boolean> {
  return isGroupSaidSince(db, group, oldest);
}
