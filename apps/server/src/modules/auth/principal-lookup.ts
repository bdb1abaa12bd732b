import type { Db } from '../../platform/db/database.ts';
import { createSnapshotCache } from '../../platform/db/snapshot-cache.ts';
import type { Principal } from '../../platform/http/principal.ts';
import {
  type ApiKeyPrincipalRow,
  findSessionPrincipal,
  listApiKeyPrincipals,
  type SessionPrincipalRow,
} from './principal-store.ts';
import { mustHaveSecondFactor, type RequiredFor } from './second-factor/second-factor-policy.ts';

interface Session {
  readonly principal: Principal;
  readonly expiresAt: Date;
}

export interface PrincipalLookup {
  findSession(tokenHash: Buffer): Promise<Session | undefined>;
  listApiKeys(publicIds: readonly string[]): Promise<ApiKeyPrincipalRow[]>;
}

/** Approximate size of a user with every permission. */
const SIZE_OF_PRINCIPAL = 2_000;

/** Looks principals up on every request, so results are cached until the database changes. */
export function createPrincipalLookup(db: Db, secondFactor: RequiredFor): PrincipalLookup {
  const sessions = createSnapshotCache<Session | undefined>(db, () => SIZE_OF_PRINCIPAL);
  const apiKeys = createSnapshotCache<ApiKeyPrincipalRow[]>(db, () => SIZE_OF_PRINCIPAL);
  return {
    findSession: (tokenHash) =>
      sessions(tokenHash.toString('base64'), async () => {
        const row = await findSessionPrincipal(db, tokenHash);
        return row && toSession(row, secondFactor);
      }),
    listApiKeys: (publicIds) => apiKeys(publicIds.join(' '), () => listApiKeyPrincipals(db, publicIds)),
  };
}

function toSession(row: SessionPrincipalRow, secondFactor: RequiredFor): Session {
  const { id, name, teamIds, permissions, expiresAt } = row;
  const mustEnrol = !row.hasSecondFactor && mustHaveSecondFactor(secondFactor, row);
  const principal = { kind: 'user', id, name, teamIds, permissions: new Set(permissions) } as const;
  return { principal: { ...principal, ...(mustEnrol ? { mustEnrol } : {}) }, expiresAt };
}
