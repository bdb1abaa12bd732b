import type { NewManagedUser } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { userCreated } from '../notifications/user-events.ts';
import { getUserDetails } from './get-user.ts';
import { hashPassword } from './password-hash.ts';
import { requireAcceptablePassword, requireSamePasswords } from './password-rules.ts';
import { requireFreeUsername, usernameTaken } from './require-free-username.ts';
import type { UserKind } from './user-kind.ts';
import { insertUser, type NewUser, type UserDetails } from './user-store.ts';
import { requireUsableUsername } from './username-rules.ts';

export async function createManagedUser(ctx: Context, input: NewManagedUser): Promise<UserDetails> {
  const username = requireUsableUsername(input.username);
  requireSamePasswords(input.newPassword, input.confirmPassword);
  const minLength = ctx.config['svc.auth.password.min-length'];
  requireAcceptablePassword({ username, password: input.newPassword, minLength });
  return insertNew(ctx, {
    kind: 'MANAGED',
    username,
    fullname: input.fullname.trim(),
    email: input.email.trim(),
    passwordHash: await hashPassword(input.newPassword),
    forcePasswordChange: input.forcePasswordChange ?? false,
    nonExpiryPassword: input.nonExpiryPassword ?? false,
    suspended: input.suspended ?? false,
  });
}

/** Creates an LDAP or OpenID Connect user before the first sign-in. */
export async function createExternalUser(
  ctx: Context,
  kind: Exclude<UserKind, 'MANAGED'>,
  username: string,
): Promise<UserDetails> {
  return insertNew(ctx, { kind, username: requireUsableUsername(username) });
}

async function insertNew(ctx: Context, user: Omit<NewUser, 'createdAt'>): Promise<UserDetails> {
  const id = await inTransaction(ctx.db, async (tx) => {
    await requireFreeUsername(tx, user.username);
    const inserted = await insertUser(tx, { ...user, createdAt: ctx.now() });
    if (inserted !== undefined) await emitEvents(tx, ctx.now(), [userCreated(user)]);
    return inserted;
  });
  if (id === undefined) throw usernameTaken(user.username);
  return getUserDetails(ctx.db, id);
}
