import type { ManagedUserUpdate, OwnProfileUpdate } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { changeAccess } from './change-access.ts';
import { getUserDetails, getUserOfKind } from './get-user.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword, requireSamePasswords } from './password-rules.ts';
import { recordPassword } from './record-password.ts';
import { deleteSessionsOfUser } from './session-store.ts';
import { findUserById, type UserDetails, type UserRecord, updateProfile } from './user-store.ts';

/** An administrator changes a user. A new password, suspension and a forced change end the user's sessions. */
export async function updateManagedUser(ctx: Context, update: ManagedUserUpdate): Promise<UserDetails> {
  const user = await getUserOfKind(ctx.db, 'MANAGED', update.username);
  return writeProfile(ctx, user, update);
}

/**
 * Users change themselves, but not their flags: a body may hold more than its schema names. Who users are is kept
 * elsewhere for all but managed ones.
 */
export async function updateOwnProfile(
  ctx: Context,
  userId: number,
  update: OwnProfileUpdate,
): Promise<UserDetails> {
  const user = await findUserById(ctx.db, userId);
  const { fullname, email, newPassword, confirmPassword } = update;
  if (user?.kind === 'MANAGED')
    return writeProfile(ctx, user, { fullname, email, newPassword, confirmPassword });
  throw new AppError('invalid', 'Only users whose passwords are kept here can be changed here.');
}

type ProfileUpdate = OwnProfileUpdate & Partial<Omit<ManagedUserUpdate, keyof OwnProfileUpdate>>;

async function writeProfile(ctx: Context, user: UserRecord, update: ProfileUpdate): Promise<UserDetails> {
  const passwordHash = await hashNewPassword(ctx, user.username, update);
  await changeAccess(ctx.db, async (tx) => {
    if (passwordHash !== undefined) await recordPassword(tx, user.id, passwordHash, ctx.now());
    await updateProfile(tx, user.id, {
      fullname: update.fullname.trim(),
      email: update.email.trim(),
      forcePasswordChange: update.forcePasswordChange ?? undefined,
      nonExpiryPassword: update.nonExpiryPassword ?? undefined,
      suspended: update.suspended ?? undefined,
    });
    if (update.suspended || update.forcePasswordChange) await deleteSessionsOfUser(tx, user.id);
  });
  return getUserDetails(ctx.db, user.id);
}

/** Nothing when no new password is given: an empty one in a form means "leave it". */
async function hashNewPassword(
  ctx: Context,
  username: string,
  { newPassword, confirmPassword }: ProfileUpdate,
): Promise<string | undefined> {
  if (!newPassword && !confirmPassword) return undefined;
  requireSamePasswords(newPassword ?? '', confirmPassword);
  const minLength = ctx.config['svc.auth.password.min-length'];
  requireAcceptablePassword({ username, password: newPassword ?? '', minLength });
  return hashPassword(newPassword ?? '');
}
