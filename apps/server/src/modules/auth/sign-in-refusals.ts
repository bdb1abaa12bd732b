import type { RequiredSecondFactor } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';

/**
 * Reasons why a sign-in is rejected. The reason is the member `cause` of the problem document, and the whole body for
 * clients that do not accept problem documents.
 */
function signInRefusal(kind: 'unauthenticated' | 'forbidden', cause: SignInCause, detail: string): AppError {
  return new AppError(kind, detail, {
    members: { cause },
    plainText: cause,
    ...(kind === 'unauthenticated' ? { headers: { 'WWW-Authenticate': 'Bearer' } } : {}),
  });
}

type SignInCause =
  | 'INVALID_CREDENTIALS'
  | 'SECOND_FACTOR_REQUIRED'
  | 'FORCE_PASSWORD_CHANGE'
  | 'SUSPENDED'
  | 'UNMAPPED_ACCOUNT';

export function invalidCredentials(): AppError {
  return signInRefusal('unauthenticated', 'INVALID_CREDENTIALS', 'The user name or the password is wrong.');
}

export function secondFactorRequired(): AppError {
  return signInRefusal(
    'unauthenticated',
    'SECOND_FACTOR_REQUIRED',
    'This user has a second factor. Send a code as `totp`, or sign in with POST /api/v2/sign-in.',
  );
}

/** With a challenge, for a browser that can ask a security key. */
export function secondFactorChallenged(secondFactor: RequiredSecondFactor): AppError {
  const { kind, extras } = secondFactorRequired();
  const detail =
    'This user has a second factor. Repeat the request with a code, or with the answer of a security key as `key`.';
  return new AppError(kind, detail, { ...extras, members: { ...extras.members, secondFactor } });
}

/** Only for callers who know the password: it confirms that the user exists. */
export function keyNotAccepted(): AppError {
  return signInRefusal(
    'unauthenticated',
    'INVALID_CREDENTIALS',
    'The security key was not accepted, or was used too late. Try it again, or use a recovery code.',
  );
}

export function isSecondFactorRequired(error: unknown): boolean {
  return error instanceof AppError && error.extras.members?.cause === 'SECOND_FACTOR_REQUIRED';
}

export function passwordChangeForced(): AppError {
  return signInRefusal(
    'unauthenticated',
    'FORCE_PASSWORD_CHANGE',
    'The password must be changed before the first sign-in, with POST /api/v1/user/forceChangePassword.',
  );
}

export function suspended(): AppError {
  return signInRefusal(
    'forbidden',
    'SUSPENDED',
    'This user is suspended. Ask an administrator to reactivate it.',
  );
}

export function nameInConflict(username: string): AppError {
  return signInRefusal(
    'forbidden',
    'UNMAPPED_ACCOUNT',
    `The name of this user was in use when user tables were merged. Ask an administrator to rename the user ` +
      `with POST /api/v1/user/${encodeURIComponent(username)}/rename.`,
  );
}

/** The reason reveals nothing: the owner of a token can read it. */
export function tokensRefused(reason: string): AppError {
  return signInRefusal(
    'unauthenticated',
    'INVALID_CREDENTIALS',
    `The sign-in at the identity provider is refused. ${reason} Sign in again.`,
  );
}

export function subjectChanged(): AppError {
  return signInRefusal(
    'unauthenticated',
    'INVALID_CREDENTIALS',
    'A user of this name belongs to another person at the identity provider. Ask an administrator.',
  );
}

/** For people whom their identity source knows, but who have no user here. */
export function unmappedAccount(
  detail = 'You have no user in this service. Ask an administrator to create one for you.',
): AppError {
  return signInRefusal('forbidden', 'UNMAPPED_ACCOUNT', detail);
}

export function tooManyFailures(secondsLeft: number): AppError {
  return new AppError('too-many-requests', `Too many failed sign-ins. Try again in ${secondsLeft} seconds.`, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}
