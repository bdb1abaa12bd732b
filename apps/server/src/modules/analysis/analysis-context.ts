import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { FindingChanges } from '../findings/record-findings.ts';
import type { Analyzer } from './analyzers/analyzer.ts';

/**
 * What rules of the house decide once the findings of projects are known, in the same transaction. Answers the changes
 * as they are then: of what the rules suppress nothing is told.
 */
export type ApplyRules = (
  tx: Tx,
  now: Date,
  projectIds: readonly number[],
  changes: FindingChanges,
) => Promise<FindingChanges>;

export interface AnalysisContext extends Context {
  readonly applyRules?: ApplyRules;
  /** Those that are asked beside the internal one. */
  readonly analyzers?: readonly Analyzer[];
}
