import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { forgetFailuresBefore } from './login-failure-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

/** Forgets sessions whose time is over, and failed sign-ins that no longer count. */
export async function cleanUpSessions(ctx: Context): Promise<void> {
  const now = ctx.now();
  const windowStart = new Date(now.getTime() - ctx.config['svc.auth.login.window-ms']);
  const deleted = await inTransaction(ctx.db, async (tx) => ({
    sessions: await deleteExpiredSessions(tx, now),
    failures: await forgetFailuresBefore(tx, windowStart),
  }));
  ctx.log.debug(deleted, 'Cleaned up sessions and failed sign-ins');
}
