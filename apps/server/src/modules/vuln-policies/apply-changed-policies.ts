import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { enqueueRecheck, requestRechecks } from '../portfolio/policy-rechecks.ts';
import { listProjectsWithCandidates, listProjectsWithPolicyDecisions } from './concerned-projects-store.ts';
import { hasChangedConditions, takeChangedConditions } from './policy-change-store.ts';
import { preparePolicy } from './prepare-policies.ts';
import { enqueueApplication, requestApplication } from './request-application.ts';
import { listByRank, takeChangedWindows } from './vuln-policy-store.ts';

type ApplyJob = RunningJob<JobPayloads['apply-vuln-policies']>;

/**
 * After policies have changed: notes the projects in which the changed conditions may hold or a policy has decided
 * something. They are evaluated like all others that have to follow a change.
 */
export async function applyChangedPolicies(ctx: Context, job: ApplyJob): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // Jobs of earlier releases named the conditions instead of writing them down.
    const conditions = [...new Set([...job.payload.conditions, ...(await takeChangedConditions(tx))])];
    if (conditions.length > 0) {
      await requestRechecks(tx, await listConcernedProjects(tx, conditions));
      await enqueueRecheck(ctx, tx);
    }
    await job.completeInTransaction(tx);
  });
}

/** For changes whose job was lost or given up. */
export async function resumeApplication(ctx: Context): Promise<void> {
  if (!(await hasChangedConditions(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => enqueueApplication(ctx, tx));
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

/** When a window of validity has opened or closed, nobody has changed anything, and yet something changes. */
export async function noticeChangedWindows(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await takeChangedWindows(tx, ctx.now()))) return;
    const conditions = (await listByRank(tx))
      .filter(({ validFrom, validUntil }) => validFrom !== null || validUntil !== null)
      .map(({ condition }) => condition);
    await requestApplication(ctx, tx, conditions);
  });
}
