import { toConflictError } from '../../platform/db/in-conflict-transaction.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getUser, getUserDetails } from './get-user.ts';
import { requireFreeUsername, usernameTaken } from './require-free-username.ts';
import { requireWithinPower } from './require-within-power.ts';
import { type UserDetails, updateUsername } from './user-store.ts';
import { requireUsableUsername } from './username-rules.ts';

/** Renaming also ends a name conflict, so that the user can sign in again. */
export async function renameUser(
  ctx: AccessContext,
  caller: Principal,
  username: string,
  newName: string,
): Promise<UserDetails> {
  const requested = requireUsableUsername(newName);
  const userId = await changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    await requireWithinPower(ctx, tx, caller, { users: [user.id] });
    await requireFreeUsername(tx, requested, user.id);
    await updateUsername(tx, user.id, requested);
    return user.id;
  }).catch((error: unknown) => {
    throw toConflictError(error, () => usernameTaken(requested));
  });
  return getUserDetails(ctx.db, userId);
}
