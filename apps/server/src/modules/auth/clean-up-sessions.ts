import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteAddressesBefore } from './known-address-store.ts';
import { deleteFailuresBefore } from './login-failure-store.ts';
import { deleteExpiredFlows } from './oidc/oidc-flow-store.ts';
import { deleteExpiredChallenges } from './second-factor/challenge-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

/**
 * Deletes expired sessions, challenges and sign-ins that were not completed, failed sign-ins outside the window, and known addresses that are too old.
 */
export async function cleanUpSessions(ctx: Context): Promise<void> {
  const now = ctx.now();
  const knownSince = new Date(now.getTime() - ctx.config['svc.auth.login.known-address-ms']);
  const windowStart = new Date(now.getTime() - ctx.config['svc.auth.login.window-ms']);
  const deleted = await inTransaction(ctx.db, async (tx) => ({
    sessions: await deleteExpiredSessions(tx, now),
    failures: await deleteFailuresBefore(tx, windowStart),
    challenges: await deleteExpiredChallenges(tx, now),
    signIns: await deleteExpiredFlows(tx, now),
    addresses: await deleteAddressesBefore(tx, knownSince),
  }));
  ctx.log.debug(deleted, 'Cleaned up sessions and failed sign-ins');
}
