import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { emitFindingEvents } from '../findings/emit-finding-events.ts';
import {
  discardReports,
  type FindingChanges,
  findProjectsToChange,
  markReports,
  mayReportsBeStale,
  openReports,
  type Reports,
  recordFindings,
  recordInProjects,
} from '../findings/record-findings.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import {
  type ChangedVulnerability,
  listChangedVulnerabilities,
} from '../vulnerabilities/list-changed-vulnerabilities.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { matchComponents } from './match-components.ts';
import { holdMatchingKeys } from './matching-keys-store.ts';
import { getWatermark, haveChangedAgain, setWatermark } from './watermark-store.ts';

/** So many vulnerabilities at a time: enough for set-based statements to pay, few enough to hold nobody up. */
const BATCH = 1_000;

const ANALYZERS = ['internal'];

/**
 * An advisory came, changed or was withdrawn: only the components that it concerns are matched again, in the whole
 * portfolio at once. How far that got is committed together with the findings, so nothing is left out or told twice.
 */
export async function matchChangedVulnerabilities(
  ctx: AnalysisContext,
  job: Pick<RunningJob<unknown>, 'signal' | 'progress'>,
): Promise<void> {
  for (let done = 0; !job.signal.aborted; ) {
    const changed = await listChangedVulnerabilities(ctx.db, await getWatermark(ctx.db), BATCH);
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
  await holdMatchingKeys(tx);
  await openReports(tx);
  const mark = await markReports(tx);
  await matchComponents(tx, reports.scope);
  const concerned = await findProjectsToChange(tx, reports);
  if (concerned.length > 0) {
    const projectIds = await lockForAnalysis(tx, concerned);
    const isInDoubt = (await mayReportsBeStale(tx, mark)) || (await haveChangedAgain(tx, changed));
    await recordConcerned(ctx, tx, projectIds, isInDoubt ? reports : undefined);
  }
  const last = changed.at(-1);
  if (last) await setWatermark(tx, last);
}

/**
 * Which projects are concerned is known only when it has been matched; what is in them then, only once they are locked.
 * If that may not be the same, it is matched again.
 */
async function recordConcerned(
  ctx: AnalysisContext,
  tx: Tx,
  projectIds: readonly number[],
  again: Reports | undefined,
): Promise<void> {
  const now = ctx.now();
  const found = again
    ? await matchAgain(tx, { ...again, scope: { ...again.scope, projectIds } }, now)
    : await recordInProjects(tx, projectIds, now);
  const changes = (await ctx.applyRules?.(tx, now, projectIds, found)) ?? found;
  await emitFindingEvents(tx, now, 'SCHEDULE', changes);
}

async function matchAgain(tx: Tx, reports: Reports, now: Date): Promise<FindingChanges> {
  await discardReports(tx);
  await matchComponents(tx, reports.scope);
  return recordFindings(tx, reports, now);
}
