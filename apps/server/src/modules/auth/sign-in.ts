import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { recordKnownAddress } from './known-address-store.ts';
import { networkOf } from './login-throttle.ts';
import { openSession } from './open-session.ts';
import type { ProviderSession } from './session-store.ts';
import { withSignInLog } from './sign-in-log.ts';
import type { SignInRecord } from './user-store.ts';
import { type SignInAttempt, verifyCredentials } from './verify-credentials.ts';

/** Verifies user name, password and, if the user has one, second factor. Returns a session token. */
export function signIn(ctx: SignInContext, attempt: SignInAttempt): Promise<string> {
  return withSignInLog(ctx, attempt, 'Signed in', async () =>
    openKnownSession(ctx, await verifyCredentials(ctx, attempt), attempt.address),
  );
}

/** Opens a session and records the address as known. */
export async function openKnownSession(
  ctx: Context,
  user: SignInRecord,
  address: string,
  provider?: ProviderSession,
): Promise<string> {
  const token = await openSession(ctx, user, provider);
  await inTransaction(ctx.db, (tx) => recordKnownAddress(tx, user.id, networkOf(address), ctx.now()));
  return token;
}
