import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { apiKeyExpires } from '../notifications/system-events.ts';
import { markExpiring } from './api-key-store.ts';

const DAY_MS = 86_400_000;

/** Notifies once of each API key that expires soon. */
export async function notifyExpiringKeys(ctx: Context): Promise<void> {
  const now = ctx.now();
  const until = new Date(now.getTime() + ctx.config['svc.api-key.expiry-notice-days'] * DAY_MS);
  await inTransaction(ctx.db, async (tx) => {
    const keys = await markExpiring(tx, now, until);
    await emitEvents(tx, now, keys.map(apiKeyExpires));
  });
}
