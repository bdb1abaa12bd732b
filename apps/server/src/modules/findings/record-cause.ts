import type { Tx } from '../../platform/db/database.ts';
import { insertCause } from './history/cause-store.ts';
import type { FindingChanges } from './record-findings.ts';

/** Why findings appeared or disappeared. */
export interface Cause {
  readonly kind: 'BOM_UPLOAD' | 'ADVISORY' | 'ANALYSIS' | 'COMPONENT_CHANGE' | 'PERSON' | 'CLONE';
  /** The user, if a user did it. */
  readonly actor?: string;
}

/** Records why findings of projects changed at this time. Call it in the transaction of the change. */
export async function recordCause(
  tx: Tx,
  now: Date,
  cause: Cause,
  projectIds: Iterable<number>,
): Promise<void> {
  const ids = [...new Set(projectIds)];
  if (ids.length > 0) await insertCause(tx, now, cause, ids);
}

/** The same for the changes of an analysis. */
export function recordCauseOf(
  tx: Tx,
  now: Date,
  kind: Cause['kind'],
  { appeared, retracted }: FindingChanges,
): Promise<void> {
  return recordCause(
    tx,
    now,
    { kind },
    [...appeared, ...retracted].map(({ projectId }) => projectId),
  );
}
