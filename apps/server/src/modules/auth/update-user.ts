import type { ManagedUserUpdate, OwnProfileUpdate } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getUserDetails, getUserOfKind } from './get-user.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword, requireSamePasswords } from './password-rules.ts';
import { recordPassword } from './record-password.ts';
import { requireCurrentPassword } from './require-current-password.ts';
import { requireWithinPower } from './require-within-power.ts';
import { deleteSessionsOfUser } from './session-store.ts';
import { findUserById, type UserDetails, updateProfile } from './user-store.ts';

/**
 * Changes a user on behalf of an administrator. A new password, a suspension and a forced password change end the
 * user's sessions.
 */
export async function updateManagedUser(
  ctx: AccessContext,
  caller: Principal,
  update: ManagedUserUpdate,
  address: string,
): Promise<UserDetails> {
  const user = await getUserOfKind(ctx.db, 'MANAGED', update.username);
  const isOwn = caller.kind === 'user' && caller.id === user.id;
  if (isOwn && update.newPassword) {
    await requireCurrentPassword(ctx, { username: user.username, password: update.password, address });
  }
  const passwordHash = await hashNewPassword(ctx, user.username, update);
  await changeAccess(ctx.db, async (tx) => {
    await requireWithinPower(ctx, tx, caller, { users: [user.id] });
    if (passwordHash !== undefined) await recordPassword(tx, user.id, passwordHash, ctx.now());
    await updateProfile(tx, user.id, { ...toProfile(update), ...toFlags(update) });
    if (update.suspended || update.forcePasswordChange) await deleteSessionsOfUser(tx, user.id);
  });
  return getUserDetails(ctx.db, user.id);
}

/**
 * Users change their own profile, but not their flags: the body may contain more members than its schema names. Only
 * managed users are stored here.
 */
export async function updateOwnProfile(
  ctx: Context,
  userId: number,
  update: OwnProfileUpdate,
  address: string,
): Promise<UserDetails> {
  const user = await findUserById(ctx.db, userId);
  if (user?.kind !== 'MANAGED') {
    throw new AppError(
      'invalid',
      'Only managed users can be changed here. Change this user in its directory.',
    );
  }
  if (update.newPassword) {
    await requireCurrentPassword(ctx, { username: user.username, password: update.password, address });
  }
  const passwordHash = await hashNewPassword(ctx, user.username, update);
  await inTransaction(ctx.db, async (tx) => {
    if (passwordHash !== undefined) await recordPassword(tx, user.id, passwordHash, ctx.now());
    await updateProfile(tx, user.id, toProfile(update));
  });
  return getUserDetails(ctx.db, user.id);
}

function toProfile({ fullname, email }: OwnProfileUpdate) {
  return { fullname: fullname.trim(), email: email.trim() };
}

/** An absent flag means false, because clients omit false flags. */
function toFlags({ forcePasswordChange, nonExpiryPassword, suspended }: ManagedUserUpdate) {
  return {
    forcePasswordChange: forcePasswordChange ?? false,
    nonExpiryPassword: nonExpiryPassword ?? false,
    suspended: suspended ?? false,
  };
}

/** Returns undefined if no new password is given. An empty one in a form means "no change". */
async function hashNewPassword(
  ctx: Context,
  username: string,
  { newPassword, confirmPassword }: Pick<OwnProfileUpdate, 'newPassword' | 'confirmPassword'>,
): Promise<string | undefined> {
  if (!newPassword && !confirmPassword) return undefined;
  requireSamePasswords(newPassword ?? '', confirmPassword);
  const minLength = ctx.config['svc.auth.password.min-length'];
  requireAcceptablePassword({ username, password: newPassword ?? '', minLength });
  return hashPassword(newPassword ?? '');
}
