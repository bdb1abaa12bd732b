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

export interface PrincipalLookUp {
  findSession(tokenHash: Buffer): Promise<Session | undefined>;
  listApiKeys(publicIds: readonly string[]): Promise<ApiKeyPrincipalRow[]>;
}

/** About what a user with every permission takes. */
const SIZE_OF_PRINCIPAL = 2_000;

/** Who is who is asked on every request, so it is kept for as long as nothing at all changed in the database. */
export function createPrincipalLookUp(db: Db, secondFactor: RequiredFor): PrincipalLookUp {
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
