import { analysisOperations, type BulkAnalysisRequest, type BulkAnalysisResult } from '@tallyman/contract';
import { call } from '../../api/api-query.ts';
import type { Decision } from './decision.ts';
import { type FindingsScope, toFilterQuery } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';
import { toBody } from './use-decide.ts';

/** What to decide about all findings of a search, or of a part of it. */
export interface BulkDecision {
  readonly search: FindingsSearch;
  readonly scope: FindingsScope;
  /** What is not named stays as it is on each finding. */
  readonly change: Partial<Decision>;
  readonly comment: string;
}

/** Where a bulk decision stands. It can be continued after an error, and stopped between two parts. */
export interface BulkProgress {
  readonly done: number;
  readonly applied: number;
  readonly batch?: string | undefined;
  /** Absent when all is done, and before the first part. */
  readonly next?: string | undefined;
  readonly isComplete: boolean;
}

export const NOT_STARTED: BulkProgress = { done: 0, applied: 0, isComplete: false };

/** Small enough for an answer within a second. */
const PART_SIZE = 1_000;

export function toRequest({ search, scope, change, comment }: BulkDecision): BulkAnalysisRequest {
  const filters = Object.entries({ ...toFilterQuery(search), ...scope });
  return {
    matching: Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
    ...toBody(change, comment),
  };
}

/** Reports the effect without deciding anything. */
export async function previewBulk(decision: BulkDecision, signal: AbortSignal): Promise<BulkAnalysisResult> {
  const body = { ...toRequest(decision), dryRun: true };
  return (await call(analysisOperations.recordAnalyses, { query: {}, body, signal })).body;
}

/** Decides on the next part of the findings. */
export async function decideNextPart(
  request: BulkAnalysisRequest,
  progress: BulkProgress,
): Promise<BulkProgress> {
  const { next } = progress;
  // Only what the filters of the list match can be decided on in parts.
  const limit = request.matching ? { limit: PART_SIZE } : {};
  const part = { ...request, ...limit, ...(next === undefined ? {} : { continue: next }) };
  const { body } = await call(analysisOperations.recordAnalyses, { query: {}, body: part });
  return {
    done: progress.done + body.matched,
    applied: progress.applied + body.applied,
    batch: body.batch ?? progress.batch,
    next: body.next,
    isComplete: body.next === undefined,
  };
}

export async function undoBulk(batch: string): Promise<void> {
  await call(analysisOperations.undoAnalyses, { params: { batch } });
}
