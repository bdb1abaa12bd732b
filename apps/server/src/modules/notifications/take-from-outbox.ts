import type { Tx } from '../../platform/db/database.ts';
import { takeWaiting, type WaitingNotification } from './outbox-store.ts';

export type { WaitingNotification };

/** The oldest that nobody was told of yet, in order; none while another node is at it. */
export function takeFromOutbox(tx: Tx, limit: number): Promise<readonly WaitingNotification[]> {
  return takeWaiting(tx, limit);
}
