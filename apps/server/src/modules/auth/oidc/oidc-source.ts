import type { Identity, IdentitySource } from '../identity-sources/identity-source.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { findOidcUser, listTeamIdsOfGroups, recordOidcIdentity } from './oidc-user-store.ts';
import { readClaims, toIdentity } from './to-identity.ts';

export interface OidcTokens {
  readonly idToken: string;
  readonly accessToken?: string | undefined;
  /** Of the start of the sign-in, if it began here. */
  readonly nonce?: string | undefined;
}

export interface OidcIdentity extends Identity {
  readonly issuer: string;
  /** The session at the provider, which it can end. */
  readonly sid: string | undefined;
}

export interface OidcSource extends IdentitySource<OidcTokens> {
  readonly provider: OidcProvider;
  verify(tokens: OidcTokens): Promise<OidcIdentity | undefined>;
}

/** Users of an OpenID Connect provider. */
export function createOidcSource(provider: OidcProvider): OidcSource {
  const { userProvisioning, teamSynchronization, defaultTeams } = provider.settings;
  return {
    kind: 'OIDC',
    provider,
    rules: { createsUsers: userProvisioning, synchronizesTeams: teamSynchronization, defaultTeams },
    verify: (tokens) => verifyTokens(provider, tokens),
    findUser: (db, identity) => findOidcUser(db, identity, toAccount(provider)),
    recordIdentity: (tx, userId, identity) =>
      recordOidcIdentity(tx, userId, identity, provider.settings.issuer),
    listTeamIds: listTeamIdsOfGroups,
    findLogoutUrl: (returnUrl) => provider.findLogoutUrl(returnUrl),
  };
}

function toAccount({ settings }: OidcProvider) {
  return { issuer: settings.issuer, isMain: settings.isMain };
}

/**
 * Claims that the ID token lacks are read from the user information with the access token. Returns undefined if the name
 * of the user is in neither.
 */
async function verifyTokens(
  provider: OidcProvider,
  { idToken, accessToken, nonce }: OidcTokens,
): Promise<OidcIdentity | undefined> {
  const { settings } = provider;
  const claims = await provider.verifyIdToken(idToken, nonce);
  const fromToken = readClaims(claims, settings);
  const isComplete = fromToken.username !== undefined && (!settings.teamSynchronization || fromToken.groups);
  const info = isComplete || !accessToken ? undefined : await provider.fetchUserInfo(accessToken, claims.sub);
  const identity = toIdentity(claims.sub, fromToken, info && readClaims(info, settings));
  const sid = typeof claims.sid === 'string' ? claims.sid : undefined;
  return identity && { ...identity, issuer: settings.issuer, sid };
}
