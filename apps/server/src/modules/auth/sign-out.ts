import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteSession } from './session-store.ts';
import { findBearerToken, hashSessionToken } from './session-token.ts';

/** Ends the session of the token. Does nothing for callers with an API key. */
export async function signOut(ctx: Context, authorization: string | undefined): Promise<void> {
  const token = findBearerToken(authorization);
  if (token === undefined) return;
  await inTransaction(ctx.db, (tx) => deleteSession(tx, hashSessionToken(token)));
}
