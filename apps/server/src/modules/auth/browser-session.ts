import type { BrowserSession } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { findSessionPrincipal, type SessionPrincipalRow } from './principal-store.ts';
import { type BrowserAttempt, withChallenge } from './second-factor/with-challenge.ts';
import { deleteSession, deleteSessionsOfUser } from './session-store.ts';
import { hashSessionToken, isSessionToken } from './session-token.ts';
import { signIn } from './sign-in.ts';

interface OpenedSession {
  readonly token: string;
  readonly session: BrowserSession;
}

/** Signs in and ends the session whose cookie is replaced, because nobody could end it later. */
export async function openBrowserSession(
  ctx: SignInContext,
  attempt: BrowserAttempt,
  replacedToken: string | undefined,
): Promise<OpenedSession> {
  const token = await withChallenge(ctx, attempt, () => signIn(ctx, attempt));
  await closeBrowserSession(ctx, replacedToken, { everywhere: false });
  const session = await findBrowserSession(ctx, token);
  return { token, session: session ?? { signedIn: false } };
}

export async function findBrowserSession(
  ctx: Context,
  token: string | undefined,
): Promise<BrowserSession | undefined> {
  const row = await findLiveSession(ctx, token);
  if (!row) return undefined;
  return {
    signedIn: true,
    username: row.name,
    permissions: row.permissions,
    expiresAt: row.expiresAt.getTime(),
    expiresInMs: row.expiresAt.getTime() - ctx.now().getTime(),
  };
}

export async function closeBrowserSession(
  ctx: Context,
  token: string | undefined,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  if (token === undefined) return;
  const row = everywhere ? await findLiveSession(ctx, token) : undefined;
  await inTransaction(ctx.db, async (tx) => {
    if (row) await deleteSessionsOfUser(tx, row.id);
    else await deleteSession(tx, hashSessionToken(token));
  });
}

async function findLiveSession(
  ctx: Context,
  token: string | undefined,
): Promise<SessionPrincipalRow | undefined> {
  if (token === undefined || !isSessionToken(token)) return undefined;
  const row = await findSessionPrincipal(ctx.db, hashSessionToken(token));
  return row && row.expiresAt > ctx.now() ? row : undefined;
}
