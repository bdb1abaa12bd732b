import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { insertSession, type ProviderSession } from './session-store.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';
import { invalidCredentials, nameInConflict, passwordChangeForced, suspended } from './sign-in-refusals.ts';
import type { SignInRecord } from './user-store.ts';

/**
 * The only function that issues session tokens. Rejects suspended users and users with a name conflict, however they
 * authenticated.
 */
export async function openSession(
  ctx: Context,
  user: SignInRecord,
  provider?: ProviderSession,
): Promise<string> {
  refuseBarredUser(user);
  if (user.forcePasswordChange) throw passwordChangeForced();
  const token = newSessionToken();
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + ctx.config['svc.auth.session-timeout-ms']);
  const session = { tokenHash: hashSessionToken(token), userId: user.id, createdAt, expiresAt };
  const opened = await inTransaction(ctx.db, (tx) =>
    insertSession(tx, { ...session, passwordHash: user.passwordHash, provider }),
  );
  if (!opened) throw invalidCredentials();
  return token;
}

export function refuseBarredUser(user: SignInRecord): void {
  if (user.suspended) throw suspended();
  if (user.nameConflict) throw nameInConflict(user.username);
}
