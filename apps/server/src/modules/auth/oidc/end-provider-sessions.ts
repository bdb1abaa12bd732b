import { decodeJwt } from 'jose';
import { inTransaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { loadAddressThrottle } from '../load-throttle.ts';
import { deleteProviderSessions } from '../session-store.ts';
import type { OidcSource } from './oidc-source.ts';
import { TokenRefusedError } from './verify-token.ts';

/**
 * Ends the sessions that a logout token names. Only sessions that began before the token was issued, so that a token which
 * is sent again ends no later ones.
 */
export async function endProviderSessions(
  ctx: SignInContext,
  logoutToken: string,
  address: string,
): Promise<void> {
  const throttle = loadAddressThrottle(ctx, address);
  await throttle.refuseBlocked();
  const source = findIssuer(ctx.sources.oidc, logoutToken);
  const { sub, sid, issuedAt } = await verify(source, logoutToken, throttle);
  const issuer = source?.provider.settings.issuer ?? '';
  const until = new Date(issuedAt.getTime() + ctx.config['svc.oidc.clock-skew-ms']);
  const users = await inTransaction(ctx.db, (tx) => deleteProviderSessions(tx, { issuer, sub, sid, until }));
  ctx.log.info({ users, from: address, issuer }, 'The OpenID Connect provider ended sessions');
}

async function verify(
  source: OidcSource | undefined,
  token: string,
  throttle: { recordFailure(): Promise<void> },
) {
  try {
    if (!source) throw new TokenRefusedError('No provider has this issuer.');
    return await source.provider.verifyLogoutToken(token);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    await throttle.recordFailure();
    throw new AppError('invalid', `The logout token is refused. ${error.message}`);
  }
}

/** The issuer is verified afterwards. */
function findIssuer(sources: readonly OidcSource[], token: string): OidcSource | undefined {
  try {
    const { iss } = decodeJwt(token);
    return sources.find(({ provider }) => provider.isIssuer(iss));
  } catch {
    return undefined;
  }
}
