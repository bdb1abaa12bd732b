import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { generatePassword } from './generate-password.ts';
import { deleteAllFailures } from './login-failure-store.ts';
import { userSubject } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword } from './password-rules.ts';
import { recordPassword } from './record-password.ts';
import { deleteSecondFactors } from './second-factor/manage-second-factors.ts';
import { findUser } from './user-store.ts';

export interface PasswordReset {
  readonly username: string;
  /** Present only if the password was generated. */
  readonly generatedPassword?: string;
  /** True if the user still cannot sign in. */
  readonly suspended: boolean;
}

/**
 * For operators who cannot sign in any other way. Sets a new password, ends the user's sessions, and deletes failed
 * sign-ins and second factors. Throws if the password of the user is not stored here.
 */
export async function resetPassword(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  username: string,
  given?: string,
): Promise<PasswordReset> {
  const user = await findUser(db, username);
  if (!user) throw new AppError('not-found', `User "${username}" does not exist.`);
  if (user.kind !== 'MANAGED') {
    throw new AppError(
      'invalid',
      `The password of "${username}" is managed by ${user.kind}. Change it there.`,
    );
  }
  const password = given ?? generatePassword();
  requireAcceptablePassword({ username, password, minLength: config['svc.auth.password.min-length'] });
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await recordPassword(tx, user.id, passwordHash, now());
    await deleteAllFailures(tx, userSubject(username));
    await deleteSecondFactors(tx, user.id);
  });
  const { suspended } = user;
  return { username, suspended, ...(given === undefined ? { generatedPassword: password } : {}) };
}
