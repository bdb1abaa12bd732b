/**
 * ONE door through which findings come, go and come back: what analyzers report is held against what is there.
 *
 * 1. `openReports` makes an empty temporary table `reported_finding`. Whoever analyses fills it, by a statement or by
 *    rows: `component_id`, `vulnerability_id`, `analyzer`, and for the internal analyzer why: `identifier` (PURL or
 *    CPE), `asserter_id` and `affected`, the UUID of the statement that matched. The same finding may be in it more
 *    than once.
 * 2. `recordFindings` writes the difference: attributions per analyzer, new findings, those that nobody reports any
 *    more (they become inactive and keep decision and history) and those that are back. Rows written = rows changed.
 */
import type { Tx } from '../../platform/db/database.ts';
import { refreshStatistics } from '../../platform/db/statistics-store.ts';
import { listDifferingProjects, type ReportedQuery } from './reports/finding-difference-store.ts';
import {
  analyzeStage,
  type ChangedFinding,
  emptyStage,
  explainAnew,
  type FindingScope,
  findOldestTransaction,
  forgetOutdated,
  insertReported,
  listConcernedProjects,
  mayHaveChanged,
  openStage,
  retractUnreported,
  stageOutdated,
} from './reports/report-store.ts';

export type { ChangedFinding, FindingScope } from './reports/report-store.ts';

/** What the reports are about. */
export interface Reports {
  readonly scope: FindingScope;
  /** Whose reports these are: what one of them reported before and does not report now is over. */
  readonly analyzers: readonly string[];
}

export interface FindingChanges {
  /** New findings, and inactive ones that are reported again. */
  readonly appeared: readonly (ChangedFinding & { readonly created: boolean })[];
  /** Findings that no analyzer reports any more. */
  readonly retracted: readonly ChangedFinding[];
}

export async function openReports(tx: Tx): Promise<void> {
  await openStage(tx);
}

export async function recordFindings(tx: Tx, reports: Reports, now: Date): Promise<FindingChanges> {
  await analyzeStage(tx);
  // In this order: what another analyzer reports now has never been away.
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
  await explainAnew(tx);
  return retractUnreported(tx, now);
}

/** Starts again within the transaction. */
export async function discardReports(tx: Tx): Promise<void> {
  await emptyStage(tx);
}

/** The projects in which `recordFindings` would change something, for whoever has to lock them first. */
export async function findProjectsToChange(tx: Tx, { scope, analyzers }: Reports): Promise<number[]> {
  await analyzeStage(tx);
  await stageOutdated(tx, scope, analyzers);
  return listConcernedProjects(tx);
}

/** Does what `recordFindings` would do in those of the projects that are locked now. */
export async function recordInProjects(
  tx: Tx,
  projectIds: readonly number[],
  now: Date,
): Promise<FindingChanges> {
  const appeared = await insertReported(tx, now, projectIds);
  await refreshStatistics(tx, toWritten(appeared));
  await forgetOutdated(tx, projectIds);
  await explainAnew(tx);
  return { appeared, retracted: await retractUnreported(tx, now) };
}

/** Before components are looked at; see `areReportsInDoubt`. */
export function markReports(tx: Tx): Promise<string> {
  return findOldestTransaction(tx);
}

/** Whether somebody may have changed a component that the reports are about since they were marked. */
export function areReportsInDoubt(tx: Tx, mark: string): Promise<boolean> {
  return mayHaveChanged(tx, mark);
}

/**
 * The same for the whole portfolio, where too much is reported to be put into a table: what the internal analyzer has
 * to say is a query. Of a component about which it knows nothing yet, it says no vulnerability.
 */
export function findDifferingProjects(
  tx: Tx,
  reported: ReportedQuery,
  analyzers: readonly string[],
): Promise<number[]> {
  return listDifferingProjects(tx, reported, analyzers);
}
