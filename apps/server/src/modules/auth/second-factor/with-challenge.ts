import type { Context } from '../../../platform/context.ts';
import { isSecondFactorRequired, secondFactorChallenged } from '../sign-in-refusals.ts';
import { findSignInRecord } from '../user-store.ts';
import type { SignInAttempt } from '../verify-credentials.ts';
import { issueChallenge } from './sign-in-challenge.ts';

export interface BrowserAttempt extends SignInAttempt {
  /** Domain on which the browser shows the service, for security keys. */
  readonly rpId: string;
}

/** Adds a challenge for a security key to a refusal for lack of a second factor. */
export async function withChallenge<T>(
  ctx: Context,
  { username, rpId }: BrowserAttempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const user = isSecondFactorRequired(error) && (await findSignInRecord(ctx.db, username));
    throw user ? secondFactorChallenged(await issueChallenge(ctx, user, rpId)) : error;
  }
}
