import type { AnalysisRequest, BulkAnalysisRequest } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Decider, Decision, DecisionFields } from '../decision.ts';

/** A decision without the finding that it is about. */
export type DecisionTerms = Omit<Decision, 'componentId' | 'vulnerabilityId'>;

export function toDecider(principal: Principal): Decider {
  return { kind: 'PERSON', name: principal.name };
}

/** "Absent means NOT_SET is written, not unchanged". Absent details and suppression stay unchanged. */
export function toTerms(body: AnalysisRequest, now: Date): DecisionTerms {
  const absent = { state: 'NOT_SET', justification: 'NOT_SET', response: 'NOT_SET' } as const;
  return { ...toPartialTerms(body, now), fields: { ...absent, ...toPresentFields(body) } };
}

/** For bulk decisions: absent members stay unchanged. */
export function toPartialTerms(body: AnalysisRequest | BulkAnalysisRequest, now: Date): DecisionTerms {
  return {
    fields: toPresentFields(body),
    comment: body.comment?.trim() || undefined,
    expiresAt: toExpiry(body.expiresAt, now),
  };
}

function toPresentFields(body: AnalysisRequest | BulkAnalysisRequest): DecisionFields {
  const { analysisState, analysisJustification, analysisResponse, analysisDetails, isSuppressed } = body;
  return {
    ...(analysisState ? { state: analysisState } : {}),
    ...(analysisJustification ? { justification: analysisJustification } : {}),
    ...(analysisResponse ? { response: analysisResponse } : {}),
    ...(typeof analysisDetails === 'string' ? { details: analysisDetails.trim() || null } : {}),
    ...(typeof isSuppressed === 'boolean' ? { isSuppressed } : {}),
  };
}

/** The last millisecond of the year 9999. */
const LATEST = Date.UTC(10_000, 0, 1) - 1;

function toExpiry(given: number | string | null | undefined, now: Date): Date | null | undefined {
  if (given === null || given === undefined) return given;
  const time = new Date(given);
  if (Number.isNaN(time.getTime()) || time.getTime() > LATEST)
    throw invalidExpiry('is not a valid time before the year 10000');
  if (time <= now) throw invalidExpiry('must be in the future');
  return time;
}

function invalidExpiry(message: string): AppError {
  return new AppError('invalid', `expiresAt ${message}.`, { errors: [{ path: 'body/expiresAt', message }] });
}
