import type { Db } from '../../platform/db/database.ts';
import { findLastGeneration, listSinceGeneration } from './generation-store.ts';

/**
 * How matching follows what changes here, on any node and after any pause: it remembers the generation up to which
 * it has matched, and asks for the vulnerabilities that came or changed since. Generations are committed in order; those
 * of one generation come and change together.
 */
export interface ChangedVulnerability {
  readonly id: number;
  readonly generation: number;
}

/** The latest generation: with an equal one nothing that matters to matching has changed. 0 if there is none yet. */
export function getGeneration(db: Db): Promise<number> {
  return findLastGeneration(db);
}

/** The first of those that changed after another one, in the order of their changes and then of their ids. */
export function listChangedVulnerabilities(
  db: Db,
  after: ChangedVulnerability,
  limit: number,
): Promise<ChangedVulnerability[]> {
  return listSinceGeneration(db, after, limit);
}
