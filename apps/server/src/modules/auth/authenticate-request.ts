import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hashApiKeySecret, parseApiKey } from './api-key-text.ts';
import type { LastUsedRecorder } from './last-used-recorder.ts';
import { isOnProjects } from './permissions-on-projects.ts';
import type { PrincipalLookup } from './principal-lookup.ts';
import type { ApiKeyPrincipalRow } from './principal-store.ts';
import { findBearerToken, hashSessionToken, isSessionToken } from './session-token.ts';

interface Authentication {
  readonly now: Context['now'];
  readonly principals: PrincipalLookup;
  readonly lastUsed: LastUsedRecorder;
}

/** The credentials of a request. */
export interface RequestCredentials {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** Session token of the browser cookie. Used only if there are no other credentials. */
  readonly browserToken: string | undefined;
}

/**
 * Returns the caller, or undefined if the request has no credentials. Throws if any credential is invalid, even if
 * another one is valid. If both a session token and an API key are sent, the caller is the user of the session.
 * Revocations take effect with the next request.
 */
export async function authenticateRequest(
  authentication: Authentication,
  { authorization, apiKey, browserToken }: RequestCredentials,
): Promise<Principal | undefined> {
  const byKey = apiKey === undefined ? undefined : await authenticateApiKey(authentication, apiKey);
  const token = findBearerToken(authorization) ?? (byKey ? undefined : browserToken);
  return token === undefined ? byKey : authenticateSession(authentication, token);
}

async function authenticateSession(
  { now, principals, lastUsed }: Authentication,
  token: string,
): Promise<Principal> {
  if (!isSessionToken(token)) throw badSession();
  const tokenHash = hashSessionToken(token);
  const session = await principals.findSession(tokenHash);
  const usedAt = now();
  if (!session || session.expiresAt <= usedAt) throw badSession();
  lastUsed.sessionUsed(tokenHash, usedAt);
  return session.principal;
}

async function authenticateApiKey(
  { now, principals, lastUsed }: Authentication,
  text: string,
): Promise<Principal> {
  const readings = parseApiKey(text.trim());
  if (readings.length === 0) throw badApiKey();
  const candidates = await principals.listApiKeys(readings.map((reading) => reading.publicId));
  const key = candidates.find((candidate) =>
    readings.some(
      ({ publicId, secret }) =>
        publicId === candidate.publicId && timingSafeEqual(hashApiKeySecret(secret), candidate.secretHash),
    ),
  );
  if (!key) throw badApiKey();
  const usedAt = now();
  if (key.expiresAt !== null && key.expiresAt <= usedAt) throw expiredApiKey(key.expiresAt);
  lastUsed.apiKeyUsed(key.id, usedAt);
  return toApiKeyPrincipal(key);
}

function toApiKeyPrincipal(key: ApiKeyPrincipalRow): Principal {
  const { id, name, publicId, teamIds, permissions, onlyProjects } = key;
  const principal = { kind: 'api-key', id, name, publicId, teamIds } as const;
  if (onlyProjects === null) return { ...principal, permissions: new Set(permissions) };
  return { ...principal, permissions: new Set(permissions.filter(isOnProjects)), onlyProjects };
}

function badSession(): AppError {
  return new AppError(
    'unauthenticated',
    'The session token is unknown, has expired or was revoked. Sign in again with POST /api/v1/user/login.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );
}

/** Only the owner of the key gets here: the secret is right. */
function expiredApiKey(expiresAt: Date): AppError {
  return new AppError(
    'unauthenticated',
    `The API key expired on ${expiresAt.toISOString()}. Create a new one.`,
  );
}

function badApiKey(): AppError {
  return new AppError('unauthenticated', 'The API key is malformed, unknown or deleted. Create a new one.');
}
