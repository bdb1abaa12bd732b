import type { KeyAnswer } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { AppError } from '../../platform/errors.ts';
import { admitIdentity } from './identity-sources/admit-identity.ts';
import type { PasswordSource } from './identity-sources/identity-source.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { managedUsers } from './identity-sources/managed-users.ts';
import { loadThrottle } from './load-throttle.ts';
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
 * Returns the user if name, password and second factor are right. Sources are tried in their order. Failures are
 * counted; while blocked, passwords are not verified.
 */
export async function verifyCredentials(ctx: SignInContext, attempt: SignInAttempt): Promise<SignInRecord> {
  const { passwords } = ctx.sources;
  for (const source of passwords) {
    const isLast = source === passwords.at(-1);
    const user = await source.turns.run(() => verifyAtSource(ctx, source, attempt, isLast));
    if (user) return user;
  }
  throw invalidCredentials();
}

async function verifyAtSource(
  ctx: Context,
  source: PasswordSource,
  attempt: SignInAttempt,
  isLast: boolean,
): Promise<SignInRecord | undefined> {
  const { user, throttle } = await checkPassword(ctx, source, attempt, (known) =>
    known ? known.kind === source.kind : isLast,
  );
  if (!user) return undefined;
  const refusal = user.hasSecondFactor ? await checkSecondFactor(ctx, user, attempt) : undefined;
  if (refusal) {
    if (!isSecondFactorRequired(refusal)) await throttle.recordFailure();
    throw refusal;
  }
  await throttle.deleteFailures();
  return user;
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

/** Verifies the password of a signed-in managed user. Failures count as for a sign-in, but a success clears none. */
export async function verifyCurrentPassword(ctx: Context, attempt: SignInAttempt): Promise<boolean> {
  const { user } = await managedUsers.turns.run(() => checkPassword(ctx, managedUsers, attempt, () => true));
  return user !== undefined;
}

/**
 * Runs in a turn of the source, so that a burst of guesses cannot bypass the throttle. A failure counts once, although
 * several sources are tried: `counts` returns whether it counts at this one.
 */
async function checkPassword(
  ctx: Context,
  source: PasswordSource,
  attempt: SignInAttempt,
  counts: (known: SignInRecord | undefined) => boolean,
) {
  const known = await findSignInRecord(ctx.db, attempt.username);
  const throttle = await loadThrottle(ctx, attempt, known);
  await throttle.refuseBlocked();
  const identity = await source.verify({ ...attempt, user: known });
  if (!identity && counts(known)) await throttle.recordFailure();
  // The password of a managed user was verified against this record, which the session is bound to.
  const isStored = source.kind === 'MANAGED';
  const user = identity && (isStored ? known : await admitIdentity(ctx, source, identity));
  return { user, throttle };
}
