import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { generatePassword } from './generate-password.ts';
import { forgetAllFailures } from './login-failure-store.ts';
import { userSubject } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword } from './password-rules.ts';
import { recordPassword } from './record-password.ts';
import { forgetSecondFactors } from './second-factor/manage-second-factors.ts';
import { findUser } from './user-store.ts';

export interface PasswordReset {
  readonly username: string;
  /** Only when it was generated. */
  readonly generatedPassword?: string;
  /** The password is new, but the user still may not sign in. */
  readonly suspended: boolean;
}

/**
 * For the operator, who has lost all other ways in: sets a new password, ends the user's sessions, forgets failed
 * sign-ins and removes second factors. Throws for users whose passwords are kept elsewhere.
 */
export async function resetPassword(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  username: string,
  given?: string,
): Promise<PasswordReset> {
  const user = await findUser(db, username);
  if (!user) throw new AppError('not-found', `There is no user named ${username}.`);
  if (user.kind !== 'MANAGED') {
    throw new AppError('invalid', `The password of ${username} is not kept here, but by ${user.kind}.`);
  }
  const password = given ?? generatePassword();
  requireAcceptablePassword({ username, password, minLength: config['svc.auth.password.min-length'] });
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await recordPassword(tx, user.id, passwordHash, now());
    await forgetAllFailures(tx, userSubject(username));
    await forgetSecondFactors(tx, user.id);
  });
  const { suspended } = user;
  return { username, suspended, ...(given === undefined ? { generatedPassword: password } : {}) };
}
