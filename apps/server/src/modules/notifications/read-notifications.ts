import type { Db } from '../../platform/db/database.ts';
import { listStored, type StoredNotification } from './outbox-store.ts';

export type { StoredNotification };

/** Those that still are there, by id. */
export async function readNotifications(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredNotification>> {
  const stored = ids.length === 0 ? [] : await listStored(db, ids);
  return new Map(stored.map((notification) => [notification.id, notification]));
}
