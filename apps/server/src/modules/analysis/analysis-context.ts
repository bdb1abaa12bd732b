import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FindingChanges } from '../findings/record-findings.ts';
import type { Analyzer } from './analyzers/analyzer.ts';

/**
 * Applies policies after the findings of projects were recorded, in the same transaction. Returns the changes with those
 * findings marked that a policy suppressed, so that no events are emitted for them.
 */
export type ApplyRules = (
  tx: Tx,
  now: Date,
  projectIds: readonly number[],
  changes: FindingChanges,
) => Promise<FindingChanges>;

export interface AnalysisContext extends Context {
  readonly applyRules?: ApplyRules;
  /** Loads the enabled analyzers besides the internal one. They can be configured at run time. */
  readonly loadAnalyzers?: () => Promise<readonly Analyzer[]>;
  /** Whether mirrored vulnerabilities are matched. */
  readonly isInternalEnabled?: (db: Db) => Promise<boolean>;
}
