import { AppError } from '../../../platform/errors.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { findIssuerOfSession } from '../session-store.ts';
import { hashSessionToken } from '../session-token.ts';

/** Returns the address at which the browser signs out at the provider, if the session began there. */
export async function findProviderLogout(
  ctx: SignInContext,
  token: string | undefined,
  returnUrl: string,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const issuer = await findIssuerOfSession(ctx.db, hashSessionToken(token));
  const source = ctx.sources.oidc.find(({ provider }) => provider.settings.issuer === issuer);
  try {
    return await source?.findLogoutUrl(returnUrl);
  } catch (error) {
    // The session ends here even if the provider cannot be reached.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
