import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { emitFindingEvents } from '../findings/emit-finding-events.ts';
import { recordCauseOf } from '../findings/record-cause.ts';
import {
  discardReports,
  type FindingChanges,
  listChangingProjects,
  markReports,
  mayReportsBeStale,
  openReports,
  type Reports,
  recordFindings,
  recordInProjects,
} from '../findings/record-findings.ts';
import { lockForAnalysis } from '../portfolio/scheduling/lock-for-analysis.ts';
import {
  type ChangedVulnerability,
  listChangedVulnerabilities,
} from '../vulnerabilities/list-changed-vulnerabilities.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { reportMatches } from './internal-analyzer.ts';
import { lockMatchingKeys } from './matching-keys-store.ts';
import { getWatermark, haveChangedAgain, setWatermark } from './watermark-store.ts';

/** Vulnerabilities per transaction. */
const BATCH_SIZE = 1_000;

const ANALYZERS = ['internal'];

/**
 * Matches new, changed and withdrawn vulnerabilities against the whole portfolio. The watermark is committed together
 * with the findings, so each change is handled exactly once.
 */
export async function matchChangedVulnerabilities(
  ctx: AnalysisContext,
  job: Pick<RunningJob<unknown>, 'signal' | 'progress'>,
): Promise<void> {
  for (let done = 0; !job.signal.aborted; ) {
    const changed = await listChangedVulnerabilities(ctx.db, await getWatermark(ctx.db), BATCH_SIZE);
    if (changed.length === 0) return;
    await inTransaction(ctx.db, (tx) => matchBatch(ctx, tx, changed));
    done += changed.length;
    job.progress(done, undefined, 'matching');
  }
}

async function matchBatch(
  ctx: AnalysisContext,
  tx: Tx,
  changed: readonly ChangedVulnerability[],
): Promise<void> {
  const reports = { scope: { vulnerabilityIds: changed.map(({ id }) => id) }, analyzers: ANALYZERS };
  await lockMatchingKeys(tx);
  await openReports(tx);
  const mark = await markReports(tx);
  await reportMatches(ctx, tx, reports.scope);
  const affected = await listChangingProjects(tx, reports);
  if (affected.length > 0) {
    const projectIds = await lockForAnalysis(tx, affected);
    const isStale = (await mayReportsBeStale(tx, mark)) || (await haveChangedAgain(tx, changed));
    await recordChanges(ctx, tx, projectIds, isStale ? reports : undefined);
  }
  const last = changed.at(-1);
  if (last) await setWatermark(tx, last);
}

/**
 * Projects can be locked only after matching has found them. If their components may have changed before the lock,
 * `again` is present, and they are matched again.
 */
async function recordChanges(
  ctx: AnalysisContext,
  tx: Tx,
  projectIds: readonly number[],
  again: Reports | undefined,
): Promise<void> {
  const now = ctx.now();
  const found = again
    ? await matchAgain(ctx, tx, { ...again, scope: { ...again.scope, projectIds } }, now)
    : await recordInProjects(tx, projectIds, now);
  await recordCauseOf(tx, now, 'ADVISORY', found);
  const changes = (await ctx.applyRules?.(tx, now, projectIds, found)) ?? found;
  await emitFindingEvents(tx, now, 'SCHEDULE', changes);
}

async function matchAgain(
  ctx: AnalysisContext,
  tx: Tx,
  reports: Reports,
  now: Date,
): Promise<FindingChanges> {
  await discardReports(tx);
  await reportMatches(ctx, tx, reports.scope);
  return recordFindings(tx, reports, now);
}
