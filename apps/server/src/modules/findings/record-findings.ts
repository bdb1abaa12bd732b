/**
 * The only way to write what analyzers report.
 *
 * 1. `openReports` creates the empty temporary table `reported_finding`. The caller fills it: `component_id`,
 *    `vulnerability_id`, `analyzer`, and for the internal analyzer the reason: `identifier` (PURL or CPE), `asserter_id`
 *    and `affected`, the UUID of the statement that matched. A finding may occur more than once.
 * 2. `recordFindings` writes the difference to what is stored: attributions per analyzer, new findings, findings that
 *    nobody reports any more (they become inactive and keep decision and history), and findings that are reported again.
 *    Unchanged rows are not written.
 */
import type { Tx } from '../../platform/db/database.ts';
import { refreshStatistics } from '../../platform/db/statistics-store.ts';
import { listDifferingProjects, type ReportedQuery } from './reports/finding-difference-store.ts';
import {
  analyzeStagingTables,
  type ChangedFinding,
  createStagingTables,
  type FindingScope,
  getOldestTransaction,
  insertReported,
  listProjectsToChange,
  mayHaveChanged,
  retractUnreported,
  stageOutdated,
  truncateStagingTables,
  unstageOtherProjects,
  updateEvidence,
} from './reports/report-store.ts';

export type { ChangedFinding, FindingScope } from './reports/report-store.ts';

/** What was analysed, and by whom. */
export interface Reports {
  readonly scope: FindingScope;
  /** Attributions of these analyzers that are not reported are removed. */
  readonly analyzers: readonly string[];
}

export interface FindingChanges {
  /** New findings, and inactive ones that are reported again. */
  readonly appeared: readonly (ChangedFinding & { readonly created: boolean })[];
  /** Findings that no analyzer reports any more. */
  readonly retracted: readonly ChangedFinding[];
}

export async function openReports(tx: Tx): Promise<void> {
  await createStagingTables(tx);
}

export async function recordFindings(tx: Tx, reports: Reports, now: Date): Promise<FindingChanges> {
  await analyzeStagingTables(tx);
  // Inserts first: a finding that another analyzer now reports stays active throughout.
  const appeared = await insertReported(tx, now);
  await refreshStatistics(tx, toWritten(appeared));
  return { appeared, retracted: await retractOutdated(tx, reports, now) };
}

function toWritten({ length }: FindingChanges['appeared']) {
  return { finding: length, finding_attribution: length };
}

async function retractOutdated(
  tx: Tx,
  { scope, analyzers }: Reports,
  now: Date,
): Promise<readonly ChangedFinding[]> {
  if (!(await stageOutdated(tx, scope, analyzers))) return [];
  await updateEvidence(tx);
  return retractUnreported(tx, now);
}

/** Empties the table, to start again within the transaction. */
export async function discardReports(tx: Tx): Promise<void> {
  await truncateStagingTables(tx);
}

/** Returns the projects in which `recordFindings` would change something, so that they can be locked first. */
export async function listChangingProjects(tx: Tx, { scope, analyzers }: Reports): Promise<number[]> {
  await analyzeStagingTables(tx);
  await stageOutdated(tx, scope, analyzers);
  return listProjectsToChange(tx);
}

/** Like `recordFindings`, but only in these projects, after `listChangingProjects`. */
export async function recordInProjects(
  tx: Tx,
  projectIds: readonly number[],
  now: Date,
): Promise<FindingChanges> {
  const appeared = await insertReported(tx, now, projectIds);
  await refreshStatistics(tx, toWritten(appeared));
  await unstageOtherProjects(tx, projectIds);
  await updateEvidence(tx);
  return { appeared, retracted: await retractUnreported(tx, now) };
}

/** Call this before reading components; see `mayReportsBeStale`. */
export function markReports(tx: Tx): Promise<string> {
  return getOldestTransaction(tx);
}

/** Whether a component of the reports may have changed since `markReports`. */
export function mayReportsBeStale(tx: Tx, mark: string): Promise<boolean> {
  return mayHaveChanged(tx, mark);
}

/**
 * Like `listChangingProjects`, for the whole portfolio: takes a query, because there are too many reports for a table.
 * A row of the query with null for the vulnerability names a component that has not been matched yet.
 */
export function listDifferingPortfolioProjects(
  tx: Tx,
  reported: ReportedQuery,
  analyzers: readonly string[],
): Promise<number[]> {
  return listDifferingProjects(tx, reported, analyzers);
}
