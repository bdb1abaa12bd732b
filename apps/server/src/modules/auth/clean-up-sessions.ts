import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { forgetAddressesBefore } from './known-address-store.ts';
import { forgetFailuresBefore } from './login-failure-store.ts';
import { deleteExpiredChallenges } from './second-factor/challenge-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

/** Forgets expired sessions, failed sign-ins that no longer count, and addresses not signed in from for long. */
export async function cleanUpSessions(ctx: Context): Promise<void> {
  const now = ctx.now();
  const knownSince = new Date(now.getTime() - ctx.config['svc.auth.login.known-address-ms']);
  const windowStart = new Date(now.getTime() - ctx.config['svc.auth.login.window-ms']);
  const deleted = await inTransaction(ctx.db, async (tx) => ({
    sessions: await deleteExpiredSessions(tx, now),
    failures: await forgetFailuresBefore(tx, windowStart),
    challenges: await deleteExpiredChallenges(tx, now),
    addresses: await forgetAddressesBefore(tx, knownSince),
  }));
  ctx.log.debug(deleted, 'Cleaned up sessions and failed sign-ins');
}
