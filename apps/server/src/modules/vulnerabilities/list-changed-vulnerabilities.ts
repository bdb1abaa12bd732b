import type { Db } from '../../platform/db/database.ts';
import { getLastGeneration, listSinceGeneration } from './generation-store.ts';

/**
 * A cursor over the changes of vulnerabilities. Matching stores the last generation that it has processed and reads the
 * later ones. Generations commit in order, each in one transaction.
 */
export interface ChangedVulnerability {
  readonly id: number;
  readonly generation: number;
}

/** The latest generation, 0 without vulnerabilities. If it is unchanged, all matches are up to date. */
export function getGeneration(db: Db): Promise<number> {
  return getLastGeneration(db);
}

/** The next changed vulnerabilities after the cursor, ordered by generation and id. */
export function listChangedVulnerabilities(
  db: Db,
  after: ChangedVulnerability,
  limit: number,
): Promise<ChangedVulnerability[]> {
  return listSinceGeneration(db, after, limit);
}
