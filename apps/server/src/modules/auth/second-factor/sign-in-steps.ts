import type { SignedIn, WebAuthnAssertion } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { loadThrottle } from '../load-throttle.ts';
import { openKnownSession, signIn } from '../sign-in.ts';
import { withSignInLog } from '../sign-in-log.ts';
import { invalidCredentials, isSecondFactorRequired } from '../sign-in-refusals.ts';
import { findSignInRecord, findSignInRecordById } from '../user-store.ts';
import type { SignInAttempt } from '../verify-credentials.ts';
import { type Challenge, consumeChallenge, findChallenge } from './challenge-store.ts';
import { issueChallenge } from './sign-in-challenge.ts';
import { verifyCode, verifyWebAuthn } from './verify-second-factor.ts';

/** Returns a token or, if only the second factor is missing, a challenge for it. */
export async function beginSignIn(
  ctx: SignInContext,
  attempt: SignInAttempt,
  rpId: string,
): Promise<SignedIn> {
  try {
    return { token: await signIn(ctx, attempt) };
  } catch (error) {
    if (!isSecondFactorRequired(error)) throw error;
    const user = await findSignInRecord(ctx.db, attempt.username);
    if (!user) throw error;
    const { challengeId, ...challenge } = await issueChallenge(ctx, user, rpId);
    return {
      second_factor: { challenge_id: challengeId, kinds: [...challenge.kinds], options: challenge.options },
    };
  }
}

interface SecondStep {
  readonly challengeId: string;
  readonly code?: string | undefined;
  readonly response?: WebAuthnAssertion | undefined;
  readonly address: string;
}

export async function completeSignIn(ctx: Context, step: SecondStep): Promise<string> {
  const begun = await findChallenge(ctx.db, step.challengeId, 'SIGN_IN', ctx.now());
  const user = begun && (await findSignInRecordById(ctx.db, begun.userId));
  if (!begun || !user || user.passwordHash !== begun.passwordHash) throw invalidCredentials();
  const attempt = { username: user.username, address: step.address };
  return withSignInLog(ctx, attempt, 'Signed in with a second factor', async () => {
    const throttle = await loadThrottle(ctx, attempt, user);
    await throttle.refuseBlocked();
    if (!(await isRight(ctx, begun, step))) {
      await throttle.recordFailure();
      throw invalidCredentials();
    }
    await throttle.deleteFailures();
    return openKnownSession(ctx, user, step.address);
  });
}

/** A code can be retried. A challenge for a security key can be answered once. */
async function isRight(ctx: Context, begun: Challenge, { code, response }: SecondStep): Promise<boolean> {
  const take = () => inTransaction(ctx.db, (tx) => consumeChallenge(tx, begun.uuid));
  if (response) return (await take()) && verifyWebAuthn(ctx, begun.userId, begun.challenge, response);
  return code !== undefined && (await verifyCode(ctx, begun.userId, code)) && take();
}
