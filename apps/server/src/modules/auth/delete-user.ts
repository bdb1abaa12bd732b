import type { Principal } from '../../platform/http/principal.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { userDeleted } from '../notifications/user-events.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getUserOfKind } from './get-user.ts';
import { requireWithinPower } from './require-within-power.ts';
import type { UserKind } from './user-kind.ts';
import { deleteUserById } from './user-store.ts';

/** Deletes a user with all sessions, memberships and permissions. */
export async function deleteUser(
  ctx: AccessContext,
  caller: Principal,
  kind: UserKind,
  username: string,
): Promise<void> {
  await changeAccess(ctx.db, async (tx) => {
    const user = await getUserOfKind(tx, kind, username);
    await requireWithinPower(ctx, tx, caller, { users: [user.id] });
    await deleteUserById(tx, user.id);
    await emitEvents(tx, ctx.now(), [userDeleted(user)]);
  });
}
