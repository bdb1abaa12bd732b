import { availableParallelism } from 'node:os';
import type { KeyAnswer } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { AppError } from '../../platform/errors.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { loadThrottle } from './load-throttle.ts';
import { verifyPassword } from './password-hash.ts';
import { verifyKeyAnswer } from './second-factor/sign-in-challenge.ts';
import { verifyCode } from './second-factor/verify-second-factor.ts';
import {
  invalidCredentials,
  isSecondFactorRequired,
  keyNotAccepted,
  secondFactorRequired,
} from './sign-in-refusals.ts';
import { findSignInRecord, type SignInRecord } from './user-store.ts';

export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
  /** Code of an authenticator app or recovery code, for users with a second factor. */
  readonly code?: string | undefined;
  /** Answer of a security key, instead of the code. */
  readonly key?: KeyAnswer | undefined;
}

/**
 * Verifying a password takes 19 MiB and one of four threads that file and DNS operations need as well. The permit is
 * acquired before earlier failures are read, so that a burst of guesses cannot bypass the throttle.
 */
const turns = new Semaphore({
  permits: Math.min(availableParallelism(), 3),
  maxWaiting: 500,
  message: 'Too many people sign in at this moment. Try again in a few seconds.',
  retryAfterSeconds: 5,
});

/**
 * Returns the user if name, password and second factor are right. Failures are counted; while blocked, passwords are
 * not verified.
 */
export function verifyCredentials(ctx: Context, attempt: SignInAttempt): Promise<SignInRecord> {
  return turns.run(async () => {
    const { user, throttle } = await checkPassword(ctx, attempt);
    if (!user) throw invalidCredentials();
    const refusal = user.hasSecondFactor ? await checkSecondFactor(ctx, user, attempt) : undefined;
    if (refusal) {
      if (!isSecondFactorRequired(refusal)) await throttle.recordFailure();
      throw refusal;
    }
    await throttle.deleteFailures();
    return user;
  });
}

/** Returns why the second factor is not accepted, or undefined if it is. */
async function checkSecondFactor(
  ctx: Context,
  user: SignInRecord,
  { code, key }: SignInAttempt,
): Promise<AppError | undefined> {
  if (key) return (await verifyKeyAnswer(ctx, user, key)) ? undefined : keyNotAccepted();
  if (code === undefined) return secondFactorRequired();
  return (await verifyCode(ctx, user.id, code)) ? undefined : invalidCredentials();
}

/** Verifies the password of a signed-in user. Failures count as for a sign-in, but a success clears none. */
export async function verifyCurrentPassword(ctx: Context, attempt: SignInAttempt): Promise<boolean> {
  const { user } = await turns.run(() => checkPassword(ctx, attempt));
  return user !== undefined;
}

async function checkPassword(ctx: Context, attempt: SignInAttempt) {
  const user = await findSignInRecord(ctx.db, attempt.username);
  const throttle = await loadThrottle(ctx, attempt, user);
  await throttle.refuseBlocked();
  const isRight = await verifyPassword(attempt.password, user?.passwordHash);
  if (!isRight) await throttle.recordFailure();
  return { user: isRight ? user : undefined, throttle };
}
