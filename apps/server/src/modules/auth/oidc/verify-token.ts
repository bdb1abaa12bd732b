import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { providerUnavailable } from './oidc-fetch.ts';

/** Signatures of a key that only the provider has. `none` and algorithms with shared secrets are refused. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

interface TokenRules {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  readonly now: Date;
  readonly clockSkewMs: number;
}

/** A token that must not be accepted. The message is for the log. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

export interface IdTokenClaims extends JWTPayload {
  readonly sub: string;
}

/** Throws a `TokenRefusedError`. If the sign-in began here, `nonce` must be that of its start. */
export async function verifyIdToken(
  token: string,
  rules: TokenRules,
  nonce: string | undefined,
): Promise<IdTokenClaims> {
  const { payload, protectedHeader } = await verifySigned(token, rules, ['sub', 'iat', 'exp']);
  if (/^(at|logout)\+jwt$/i.test(protectedHeader.typ ?? '') || payload.events !== undefined) {
    throw new TokenRefusedError('The token is not an ID token.');
  }
  if (nonce !== undefined && payload.nonce !== nonce) throw new TokenRefusedError('The nonce is wrong.');
  return payload as IdTokenClaims;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface LogoutClaims {
  readonly sub: string | undefined;
  readonly sid: string | undefined;
  readonly issuedAt: Date;
}

/** Verifies a token by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export async function verifyLogoutToken(token: string, rules: TokenRules): Promise<LogoutClaims> {
  const { payload } = await verifySigned(token, rules, ['iat', 'jti', 'events']);
  const { events, sub, sid, nonce, iat = 0 } = payload;
  if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events)) {
    throw new TokenRefusedError('The token is not a logout token.');
  }
  if (nonce !== undefined) throw new TokenRefusedError('A logout token must not have a nonce.');
  const session = typeof sid === 'string' ? sid : undefined;
  if (sub === undefined && session === undefined) {
    throw new TokenRefusedError('The logout token names neither subject nor session.');
  }
  return { sub, sid: session, issuedAt: new Date(iat * 1000) };
}

async function verifySigned(
  token: string,
  { keys, issuer, clientId, now, clockSkewMs }: TokenRules,
  requiredClaims: string[],
) {
  try {
    const verified = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      currentDate: now,
      clockTolerance: Math.ceil(clockSkewMs / 1000),
      requiredClaims,
    });
    requireOwnToken(verified.payload, clientId);
    requirePast(verified.payload, now.getTime() + clockSkewMs);
    return verified;
  } catch (error) {
    throw isOfProvider(error) ? providerUnavailable() : toRefusal(error);
  }
}

/** A token for several clients says which of them it was issued to. */
function requireOwnToken({ aud, azp }: JWTPayload, clientId: string): void {
  const isShared = Array.isArray(aud) && aud.length > 1;
  if (azp === clientId || (azp === undefined && !isShared)) return;
  throw new TokenRefusedError('The token was issued to another client.');
}

function requirePast({ iat = 0 }: JWTPayload, latest: number): void {
  if (iat * 1000 > latest) throw new TokenRefusedError('The token was issued in the future.');
}

/** The key set, not the token, is the cause: it did not arrive or is malformed. */
function isOfProvider(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
  );
}

function toRefusal(error: unknown): unknown {
  return error instanceof errors.JOSEError ? new TokenRefusedError(error.message) : error;
}
