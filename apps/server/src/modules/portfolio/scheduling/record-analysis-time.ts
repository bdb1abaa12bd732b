import type { Tx } from '../../../platform/db/database.ts';
import { updateAnalysisTime } from './analysis-time-store.ts';

export async function recordAnalysisTime(tx: Tx, projectIds: readonly number[], at: Date): Promise<void> {
  await updateAnalysisTime(tx, projectIds, at);
}
