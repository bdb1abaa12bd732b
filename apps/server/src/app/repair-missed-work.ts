import { resumeMatching } from '../modules/analysis/resume-matching.ts';
import { BOM_KIND } from '../modules/bom/bom-kind.ts';
import { resumeImports } from '../modules/documents/resume-imports.ts';
import { resumePushes } from '../modules/finding-integrations/resume-pushes.ts';
import { settleAbandonedRuns } from '../modules/mirroring/end-run.ts';
import { resumeEvaluation } from '../modules/policies/resume-evaluation.ts';
import { resumeAnalyses } from '../modules/portfolio/scheduling/enqueue-analysis.ts';
import { VEX_KIND } from '../modules/vex/vex-kind.ts';
import { resumeApplication } from '../modules/vuln-policies/resume-application.ts';
import type { Context } from '../platform/context.ts';
import type { RunningJob } from '../platform/jobs/job-handler.ts';

/** Pending work is recorded besides the jobs. Each repair looks for work whose job was lost. */
const REPAIRS: readonly ((ctx: Context) => Promise<void>)[] = [
  (ctx) => resumeImports(ctx, BOM_KIND),
  (ctx) => resumeImports(ctx, VEX_KIND),
  settleAbandonedRuns,
  resumeAnalyses,
  resumeMatching,
  resumeApplication,
  resumeEvaluation,
  resumePushes,
];

/**
 * Makes derived state converge: work whose job was lost is enqueued again. Cheap if nothing was missed. A repair that fails
 * does not prevent the others.
 */
export async function repairMissedWork(
  ctx: Context,
  job: Pick<RunningJob<unknown>, 'signal'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const repair of REPAIRS) {
    job.signal.throwIfAborted();
    await repair(ctx).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some missed work could not be repaired.');
}
