/** What whoever analyses projects needs of them. */
import type { Db, Tx } from '../../platform/db/database.ts';
import { findId, listNames, lockProjects, touchAnalysis } from './analysis-time-store.ts';

/**
 * Until the transaction ends, nobody else analyses the projects, imports into them, changes their components by hand or
 * deletes them. Answers which of them there still are; with `skip` those that somebody else has locked are left out.
 */
export function lockForAnalysis(
  tx: Tx,
  projectIds: readonly number[],
  busy: 'wait' | 'skip' = 'wait',
): Promise<number[]> {
  return lockProjects(tx, projectIds, busy);
}

export async function recordAnalysisTime(tx: Tx, projectIds: readonly number[], at: Date): Promise<void> {
  await touchAnalysis(tx, projectIds, at);
}

/** For people: `name : version`. */
export function listProjectNames(db: Db, projectIds: readonly number[]): Promise<string[]> {
  return listNames(db, projectIds);
}

/** For jobs, which act for nobody. */
export function findProjectId(db: Db, uuid: string): Promise<number | undefined> {
  return findId(db, uuid);
}
