import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordKnownAddress } from './known-address-store.ts';
import { networkOf } from './login-throttle.ts';
import { openSession } from './open-session.ts';
import { withSignInLog } from './sign-in-log.ts';
import { type SignInAttempt, verifyCredentials } from './verify-credentials.ts';

/** A session token for the right user name and password. */
export function signIn(ctx: Context, attempt: SignInAttempt): Promise<string> {
  return withSignInLog(ctx, attempt, 'Signed in', async () => {
    const user = await verifyCredentials(ctx, attempt);
    const token = await openSession(ctx, user);
    await inTransaction(ctx.db, (tx) =>
      recordKnownAddress(tx, user.id, networkOf(attempt.address), ctx.now()),
    );
    return token;
  });
}
