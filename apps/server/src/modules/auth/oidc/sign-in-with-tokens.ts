import { decodeJwt } from 'jose';
import { AppError } from '../../../platform/errors.ts';
import { Semaphore } from '../../../platform/semaphore.ts';
import { recordSignIn } from '../../audit-log/record-sign-in.ts';
import { admitIdentity } from '../identity-sources/admit-identity.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { loadAddressThrottle } from '../load-throttle.ts';
import { openKnownSession } from '../sign-in.ts';
import { toLogName } from '../sign-in-log.ts';
import { tokensRefused } from '../sign-in-refusals.ts';
import type { OidcIdentity, OidcSource, OidcTokens } from './oidc-source.ts';
import { readClaims } from './to-identity.ts';
import { TokenRefusedError } from './verify-token.ts';

/** Sign-ins wait for the provider, so they have their own limit and do not use up that of other operations. */
const turns = new Semaphore({
  permits: 20,
  maxWaiting: 200,
  maxWaitMs: 15_000,
  message: 'Too many people sign in at this moment. Try again in a few seconds.',
  retryAfterSeconds: 5,
});

interface GivenTokens {
  readonly idToken?: string | undefined;
  readonly accessToken?: string | undefined;
}

/** Returns a session token, or undefined if OpenID Connect is not available or no token is given. */
export async function signInWithTokens(
  ctx: SignInContext,
  { idToken, accessToken }: GivenTokens,
  address: string,
): Promise<string | undefined> {
  const source = findSource(ctx.sources.oidc, idToken);
  if (!source || (!idToken && !accessToken)) return undefined;
  return signInAtProvider(ctx, source, { idToken: idToken ?? '', accessToken }, address);
}

/** The issuer is not verified here: it only selects the provider that verifies it. */
function findSource(sources: readonly OidcSource[], idToken: string | undefined): OidcSource | undefined {
  const { iss } = peekClaims(idToken);
  return sources.find(({ provider }) => provider.isIssuer(iss)) ?? sources[0];
}

/** Verifies tokens, finds or creates the user and opens a session. Failures are throttled by address, and logged. */
export async function signInAtProvider(
  ctx: SignInContext,
  source: OidcSource,
  tokens: OidcTokens,
  address: string,
): Promise<string> {
  const { id, usernameClaim, teamsClaim } = source.provider.settings;
  const claimed = readClaims(peekClaims(tokens.idToken), { usernameClaim, teamsClaim }).username;
  const entry = { user: `${toLogName(claimed ?? '')} (not verified)`, from: address, provider: id };
  try {
    const { username, token } = await turns.run(() => openProviderSession(ctx, source, tokens, address));
    const user = toLogName(username);
    ctx.log.info({ ...entry, user }, 'Signed in with OpenID Connect');
    await recordSignIn(ctx, { username: user, address });
    return token;
  } catch (error) {
    if (error instanceof AppError) {
      const cause = error.extras.members?.cause ?? error.kind;
      ctx.log.warn({ ...entry, cause, reason: error.message }, 'Sign-in refused');
      if (error.kind !== 'too-many-requests')
        await recordSignIn(ctx, { username: entry.user, address, cause: `${cause}` });
    }
    throw error;
  }
}

async function openProviderSession(
  ctx: SignInContext,
  source: OidcSource,
  tokens: OidcTokens,
  address: string,
): Promise<{ username: string; token: string }> {
  const throttle = loadAddressThrottle(ctx, address);
  await throttle.refuseBlocked();
  const identity = await verifyCounted(source, tokens, throttle);
  const user = await admitIdentity(ctx, source, identity);
  const token = await openKnownSession(ctx, user, address, { issuer: identity.issuer, sid: identity.sid });
  return { username: user.username, token };
}

async function verifyCounted(
  source: OidcSource,
  tokens: OidcTokens,
  throttle: { recordFailure(): Promise<void> },
): Promise<OidcIdentity> {
  try {
    const identity = await source.verify(tokens);
    if (identity) return identity;
    const claim = source.provider.settings.usernameClaim;
    throw new TokenRefusedError(`Neither the ID token nor the user information has the claim ${claim}.`);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    await throttle.recordFailure();
    throw tokensRefused(error.message);
  }
}

function peekClaims(token: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return token ? decodeJwt(token) : {};
  } catch {
    return {};
  }
}
