import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { refuseBarredUser } from './open-session.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword } from './password-rules.ts';
import { recordPassword } from './record-password.ts';
import { type BrowserAttempt, withChallenge } from './second-factor/with-challenge.ts';
import { withSignInLog } from './sign-in-log.ts';
import { verifyCredentials } from './verify-credentials.ts';

interface ForcedChange extends BrowserAttempt {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** Changes a password, with the current one and the second factor as proof. The user can sign in afterwards. */
export function changeForcedPassword(ctx: SignInContext, change: ForcedChange): Promise<void> {
  return withChallenge(ctx, change, () =>
    withSignInLog(ctx, change, 'Changed the password', () => changePassword(ctx, change)),
  );
}

async function changePassword(ctx: SignInContext, change: ForcedChange): Promise<void> {
  const user = await verifyCredentials(ctx, change);
  refuseBarredUser(user);
  if (user.kind !== 'MANAGED') throw notChanged('Change the password of this user in its directory.');
  requireRealChange(change);
  requireAcceptablePassword({
    username: user.username,
    password: change.newPassword,
    minLength: ctx.config['svc.auth.password.min-length'],
  });
  const passwordHash = await hashPassword(change.newPassword);
  await inTransaction(ctx.db, (tx) => recordPassword(tx, user.id, passwordHash, ctx.now()));
}

function requireRealChange({ password, newPassword, confirmPassword }: ForcedChange): void {
  if (newPassword !== confirmPassword) {
    throw notChanged('The passwords do not match. Password not changed.');
  }
  if (newPassword === password) {
    throw notChanged('Existing password is the same as new password. Password not changed.');
  }
}

function notChanged(reason: string): AppError {
  return new AppError('not-acceptable', reason, { plainText: reason });
}
