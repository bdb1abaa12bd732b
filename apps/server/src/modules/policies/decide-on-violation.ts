import type { ViolationAnalysis, ViolationAnalysisRequest } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getViolation } from './get-violation.ts';
import { presentViolationAnalysis } from './present-violation.ts';
import {
  insertViolationComments,
  lockViolation,
  upsertViolationAnalysis,
} from './violation-analysis-store.ts';
import { emitViolationDecision } from './violation-events.ts';
import { listViolationComments } from './violation-list-store.ts';

/** "analysisState absent = NOT_SET". The audit trail gets an entry `A → B` for each change. */
export async function decideOnViolation(
  ctx: Context,
  principal: Principal,
  request: ViolationAnalysisRequest,
): Promise<ViolationAnalysis> {
  return inTransaction(ctx.db, async (tx) => {
    const named = await getViolation(tx, principal, request.component, request.policyViolation);
    await lockViolation(tx, named.id);
    const row = await getViolation(tx, principal, request.component, request.policyViolation);
    const before = { state: row.analysis_state ?? 'NOT_SET', isSuppressed: row.is_suppressed ?? false };
    const after = {
      state: request.analysisState ?? 'NOT_SET',
      isSuppressed: request.isSuppressed ?? request.suppressed ?? before.isSuppressed,
    };
    const comments = describeChanges(before, after, request.comment);
    await upsertViolationAnalysis(tx, row.id, after.state, after.isSuppressed);
    await insertViolationComments(tx, row.id, ctx.now(), principal.name, comments);
    if (before.state !== after.state || before.isSuppressed !== after.isSuppressed) {
      const changed = before.state === after.state ? 'suppression' : 'state';
      await emitViolationDecision(tx, ctx.now(), row, { ...after, changed });
    }
    const decided = { ...row, analysis_state: after.state, is_suppressed: after.isSuppressed };
    return presentViolationAnalysis(decided, await listViolationComments(tx, row.id));
  });
}

interface Decision {
  readonly state: string;
  readonly isSuppressed: boolean;
}

function describeChanges(before: Decision, after: Decision, comment: string | null | undefined): string[] {
  return [
    ...(before.state === after.state ? [] : [`${before.state} → ${after.state}`]),
    ...(before.isSuppressed === after.isSuppressed
      ? []
      : [after.isSuppressed ? 'Suppressed' : 'Unsuppressed']),
    ...(comment?.trim() ? [comment.trim()] : []),
  ];
}
