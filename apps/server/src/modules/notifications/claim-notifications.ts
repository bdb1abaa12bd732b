import type { Tx } from '../../platform/db/database.ts';
import { claimWaiting, type WaitingNotification } from './outbox-store.ts';

export type { WaitingNotification };

/** The oldest notifications that were not relayed yet, in order. Returns none while another node relays. */
export function claimNotifications(tx: Tx, limit: number): Promise<readonly WaitingNotification[]> {
  return claimWaiting(tx, limit);
}
