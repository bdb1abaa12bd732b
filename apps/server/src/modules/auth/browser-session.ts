import type { BrowserSession } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { findSessionPrincipal, type SessionPrincipalRow } from './principal-store.ts';
import { issueChallenge } from './second-factor/sign-in-challenge.ts';
import { deleteSession, deleteSessionsOfUser } from './session-store.ts';
import { hashSessionToken, isSessionToken } from './session-token.ts';
import { signIn } from './sign-in.ts';
import { isSecondFactorRequired, secondFactorChallenged } from './sign-in-refusals.ts';
import { findSignInRecord } from './user-store.ts';
import type { SignInAttempt } from './verify-credentials.ts';

interface OpenedSession {
  readonly token: string;
  readonly session: BrowserSession;
}

interface BrowserAttempt extends SignInAttempt {
  /** Domain on which the browser shows the service, for security keys. */
  readonly rpId: string;
}

/** Signs in and ends the session whose cookie is replaced, because nobody could end it later. */
export async function openBrowserSession(
  ctx: Context,
  attempt: BrowserAttempt,
  replacedToken: string | undefined,
): Promise<OpenedSession> {
  const token = await signInOrChallenge(ctx, attempt);
  await closeBrowserSession(ctx, replacedToken, { everywhere: false });
  const session = await findBrowserSession(ctx, token);
  return { token, session: session ?? { signedIn: false } };
}

/** A refusal for lack of a second factor contains a challenge. */
async function signInOrChallenge(ctx: Context, attempt: BrowserAttempt): Promise<string> {
  try {
    return await signIn(ctx, attempt);
  } catch (error) {
    const user = isSecondFactorRequired(error) && (await findSignInRecord(ctx.db, attempt.username));
    throw user ? secondFactorChallenged(await issueChallenge(ctx, user, attempt.rpId)) : error;
  }
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
