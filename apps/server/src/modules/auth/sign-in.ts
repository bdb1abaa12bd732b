import type { Context } from '../../platform/context.ts';
import { openSession } from './open-session.ts';
import { type SignInAttempt, verifyCredentials } from './verify-credentials.ts';

/** A session token for the right user name and password. */
export async function signIn(ctx: Context, attempt: SignInAttempt): Promise<string> {
  return openSession(ctx, await verifyCredentials(ctx, attempt));
}
