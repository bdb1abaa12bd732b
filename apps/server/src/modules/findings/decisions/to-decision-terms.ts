import type { AnalysisRequest, BulkAnalysisRequest } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Decider, Decision, DecisionFields } from '../decision.ts';

/** What a caller decides, apart from the finding. */
export type DecisionTerms = Omit<Decision, 'componentId' | 'vulnerabilityId'>;

export function toDecider(principal: Principal): Decider {
  return { kind: 'PERSON', name: principal.name };
}

/** "Absent means NOT_SET is written, not unchanged"; details and suppression stay unless they are said. */
export function toTerms(body: AnalysisRequest, now: Date): DecisionTerms {
  const unsaid = { state: 'NOT_SET', justification: 'NOT_SET', response: 'NOT_SET' } as const;
  return { ...toSaidTerms(body, now), fields: { ...unsaid, ...toSaidFields(body) } };
}

/** Of many findings, only what is said is changed. */
export function toSaidTerms(body: AnalysisRequest | BulkAnalysisRequest, now: Date): DecisionTerms {
  return {
    fields: toSaidFields(body),
    comment: body.comment?.trim() || undefined,
    expiresAt: toExpiry(body.expiresAt, now),
  };
}

function toSaidFields(body: AnalysisRequest | BulkAnalysisRequest): DecisionFields {
  const { analysisState, analysisJustification, analysisResponse, analysisDetails, isSuppressed } = body;
  return {
    ...(analysisState ? { state: analysisState } : {}),
    ...(analysisJustification ? { justification: analysisJustification } : {}),
    ...(analysisResponse ? { response: analysisResponse } : {}),
    ...(typeof analysisDetails === 'string' ? { details: analysisDetails.trim() || null } : {}),
    ...(typeof isSuppressed === 'boolean' ? { isSuppressed } : {}),
  };
}

/** PostgreSQL keeps longer, but nobody means it. */
const LATEST = Date.UTC(10_000, 0, 1) - 1;

function toExpiry(given: number | string | null | undefined, now: Date): Date | null | undefined {
  if (given === null || given === undefined) return given;
  const time = new Date(given);
  if (Number.isNaN(time.getTime()) || time.getTime() > LATEST) throw invalidExpiry('is no point in time');
  if (time <= now) throw invalidExpiry('must be in the future');
  return time;
}

function invalidExpiry(message: string): AppError {
  return new AppError('invalid', `expiresAt ${message}.`, { errors: [{ path: 'body/expiresAt', message }] });
}
