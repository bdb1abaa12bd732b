import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY_ID = 'fuzz';
export const FUZZ_CLIENT_ID = 'fuzz';

/** The documents of an OpenID Connect provider at this address, by path. */
export function findProviderDocument(issuer: string, path: string): object | undefined {
  if (path === '/jwks')
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256' }] };
  if (path !== '/.well-known/openid-configuration') return undefined;
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

export function signProviderToken(issuer: string, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ iss: issuer, aud: FUZZ_CLIENT_ID, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
}
