import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { emitFindingEvents } from '../findings/finding-events.ts';
import {
  discardReports,
  type FindingScope,
  findProjectsToChange,
  openReports,
  recordFindings,
} from '../findings/record-findings.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import {
  type ChangedVulnerability,
  listChangedVulnerabilities,
} from '../vulnerabilities/list-changed-vulnerabilities.ts';
import type { AnalysisContext } from './apply-rules.ts';
import { matchComponents } from './match-components.ts';
import { holdMatchingKeys } from './matching-keys-store.ts';
import { getWatermark, setWatermark } from './watermark-store.ts';

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
  const vulnerabilityIds = changed.map(({ id }) => id);
  await holdMatchingKeys(tx);
  await openReports(tx);
  const projectIds = await lockConcerned(tx, { vulnerabilityIds });
  if (projectIds.length > 0) await recordConcerned(ctx, tx, vulnerabilityIds, projectIds);
  const last = changed.at(-1);
  if (last) await setWatermark(tx, last);
}

/** Which projects are concerned is known only when it has been matched; what is in them then, only once they are locked. */
async function lockConcerned(tx: Tx, scope: FindingScope): Promise<number[]> {
  await matchComponents(tx, scope);
  const projectIds = await findProjectsToChange(tx, { scope, analyzers: ANALYZERS });
  return projectIds.length === 0 ? [] : lockForAnalysis(tx, projectIds);
}

async function recordConcerned(
  ctx: AnalysisContext,
  tx: Tx,
  vulnerabilityIds: readonly number[],
  projectIds: readonly number[],
): Promise<void> {
  const [now, scope] = [ctx.now(), { vulnerabilityIds, projectIds }];
  await discardReports(tx);
  await matchComponents(tx, scope);
  const found = await recordFindings(tx, { scope, analyzers: ANALYZERS }, now);
  const changes = (await ctx.applyRules?.(tx, now, projectIds, found)) ?? found;
  await emitFindingEvents(tx, now, 'SCHEDULE', changes);
}
