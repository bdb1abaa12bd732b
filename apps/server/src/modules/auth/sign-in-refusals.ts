import { AppError } from '../../platform/errors.ts';

/** Refusals of a sign-in. Clients tell them apart by the member `cause`. */
export function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'The user name or the password is wrong.', {
    members: { cause: 'INVALID_CREDENTIALS' },
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

export function passwordChangeForced(): AppError {
  return new AppError(
    'unauthenticated',
    'The password must be changed before the first sign-in, with POST /api/v1/user/forceChangePassword.',
    { members: { cause: 'FORCE_PASSWORD_CHANGE' }, headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

export function suspended(): AppError {
  return new AppError('forbidden', 'This user is suspended. An administrator can change that.', {
    members: { cause: 'SUSPENDED' },
  });
}

export function nameInConflict(username: string): AppError {
  return new AppError(
    'forbidden',
    `The name of this user was taken when user tables were merged. An administrator can give it another one ` +
      `with POST /api/v1/user/${encodeURIComponent(username)}/rename.`,
    { members: { cause: 'UNMAPPED_ACCOUNT' } },
  );
}

export function tooManyFailures(secondsLeft: number): AppError {
  return new AppError('too-many-requests', `Too many failed sign-ins. Try again in ${secondsLeft} seconds.`, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}
