import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { enqueueEvaluation } from '../policies/enqueue-evaluation.ts';
import { recordRechecks } from '../policies/record-rechecks.ts';
import { listProjectsWithCandidates, listProjectsWithPolicyDecisions } from './concerned-projects-store.ts';
import { takeChangedConditions } from './condition-change-store.ts';
import { preparePolicy } from './prepare-policy.ts';

type ApplyJob = RunningJob<JobPayloads['apply-vuln-policies']>;

/**
 * Requests the evaluation of the projects in which changed conditions may hold, or in which a policy has decided
 * something. The evaluation itself is the job of `policies`.
 */
export async function applyChangedPolicies(ctx: Context, job: ApplyJob): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // Jobs of earlier releases have the conditions in their payload.
    const conditions = [...new Set([...job.payload.conditions, ...(await takeChangedConditions(tx))])];
    if (conditions.length > 0) {
      await recordRechecks(tx, await listConcernedProjects(tx, conditions));
      await enqueueEvaluation(ctx, tx);
    }
    await job.completeInTransaction(tx);
  });
}

async function listConcernedProjects(db: Db, conditions: readonly string[]): Promise<number[]> {
  const narrowings = conditions.map((condition) => preparePolicy({ ...ANY_POLICY, condition }).narrowing);
  const candidates = narrowings.length > 0 ? await listProjectsWithCandidates(db, narrowings) : [];
  const decided = await listProjectsWithPolicyDecisions(db);
  return [...new Set([...candidates, ...decided])];
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
