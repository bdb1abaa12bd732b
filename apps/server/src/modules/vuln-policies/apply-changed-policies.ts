import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import { applyVulnPolicies } from './apply-vuln-policies.ts';
import { listProjectsWithCandidates, listProjectsWithPolicyDecisions } from './concerned-projects-store.ts';
import { preparePolicy } from './prepare-policies.ts';
import { listByRank, takeChangedWindows } from './vuln-policy-store.ts';

/** Whatever else follows from the decisions of a project, in the same transaction. */
export type AfterDecisions = (tx: Tx, now: Date, projectIds: readonly number[]) => Promise<void>;

type ApplyJob = RunningJob<JobPayloads['apply-vuln-policies']>;

/**
 * After policies have changed: project by project, each in a transaction of its own, so that nobody waits for the
 * whole portfolio. Only projects in which the changed conditions may hold or a policy has decided something.
 */
export async function applyChangedPolicies(
  ctx: Context,
  job: ApplyJob,
  after: AfterDecisions,
): Promise<void> {
  const projects = await listConcernedProjects(ctx, job.payload.conditions);
  for (const [done, projectId] of projects.entries()) {
    job.signal.throwIfAborted();
    job.progress(done, projects.length, 'projects');
    await inTransaction(ctx.db, async (tx) => {
      const now = ctx.now();
      const locked = await lockForAnalysis(tx, [projectId]);
      await applyVulnPolicies(tx, { now, log: ctx.log }, locked);
      await after(tx, now, locked);
    });
  }
}

async function listConcernedProjects(ctx: Context, conditions: readonly string[]): Promise<number[]> {
  const narrowings = conditions.map((condition) => preparePolicy({ ...ANY_POLICY, condition }).narrowing);
  const candidates = narrowings.length > 0 ? await listProjectsWithCandidates(ctx.db, narrowings) : [];
  const decided = await listProjectsWithPolicyDecisions(ctx.db);
  return [...new Set([...candidates, ...decided])].sort((a, b) => a - b);
}

const ANY_POLICY = {
  name: '',
  description: null,
  author: null,
  analysis: { state: 'IN_TRIAGE' },
  ratings: [],
  operationMode: 'APPLY',
  priority: 0,
  validFrom: null,
  validUntil: null,
} as const;

/** When a window of validity has opened or closed, nobody has changed anything, and yet something changes. */
export async function noticeChangedWindows(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await takeChangedWindows(tx, ctx.now()))) return;
    const conditions = (await listByRank(tx))
      .filter(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null)
      .map(({ condition }) => condition);
    await ctx.jobs.enqueue(tx, 'apply-vuln-policies', { conditions }, { unlessWaiting: true });
  });
}
