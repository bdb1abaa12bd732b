import type { Db } from '../../platform/db/database.ts';
import { isGroupEmittedSince, listStored, type StoredNotification } from './outbox-store.ts';

export type { StoredNotification };

/** The notifications that still exist, by id. */
export async function readNotifications(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredNotification>> {
  const stored = ids.length === 0 ? [] : await listStored(db, ids);
  return new Map(stored.map((notification) => [notification.id, notification]));
}

/** Whether a notification of the group was emitted since the time in the id `oldest`. */
export function wasEmittedSince(db: Db, group: string, oldest: string): Promise<boolean> {
  return isGroupEmittedSince(db, group, oldest);
}
