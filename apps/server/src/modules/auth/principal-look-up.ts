import type { Db } from '../../platform/db/database.ts';
import { createSnapshotCache } from '../../platform/db/snapshot-cache.ts';
import {
  type ApiKeyPrincipalRow,
  findSessionPrincipal,
  listApiKeyPrincipals,
  type SessionPrincipalRow,
} from './principal-store.ts';

export interface PrincipalLookUp {
  findSession(tokenHash: Buffer): Promise<SessionPrincipalRow | undefined>;
  listApiKeys(publicIds: readonly string[]): Promise<ApiKeyPrincipalRow[]>;
}

/** About what a user with every permission takes. */
const SIZE_OF_PRINCIPAL = 2_000;

/** Who is who is asked on every request, so it is kept for as long as nothing at all changed in the database. */
export function createPrincipalLookUp(db: Db): PrincipalLookUp {
  const sessions = createSnapshotCache<SessionPrincipalRow | undefined>(db, () => SIZE_OF_PRINCIPAL);
  const apiKeys = createSnapshotCache<ApiKeyPrincipalRow[]>(db, () => SIZE_OF_PRINCIPAL);
  return {
    findSession: (tokenHash) =>
      sessions(tokenHash.toString('base64'), () => findSessionPrincipal(db, tokenHash)),
    listApiKeys: (publicIds) => apiKeys(publicIds.join(' '), () => listApiKeyPrincipals(db, publicIds)),
  };
}
