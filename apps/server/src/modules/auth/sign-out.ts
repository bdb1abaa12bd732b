import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteSession } from './session-store.ts';
import { findBearerToken, hashSessionToken } from './session-token.ts';

/** Ends the session whose token was sent. Callers with an API key have none, and nothing to end. */
export async function signOut(ctx: Context, authorization: string | undefined): Promise<void> {
  const token = findBearerToken(authorization);
  if (token === undefined) return;
  await inTransaction(ctx.db, (tx) => deleteSession(tx, hashSessionToken(token)));
}
