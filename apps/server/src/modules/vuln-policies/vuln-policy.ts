import type {
  AnalysisJustification,
  AnalysisResponse,
  OperationMode,
  PolicyState,
  RatingMethod,
  RatingSeverity,
} from '@tallyman/contract';

/** The decision of a policy on the findings that it matches. */
export interface PolicyDecision {
  readonly state: PolicyState;
  readonly justification?: AnalysisJustification;
  readonly response?: AnalysisResponse;
  readonly details?: string;
  readonly suppress?: boolean;
}

export interface Rating {
  readonly method: RatingMethod;
  readonly severity: RatingSeverity;
  readonly vector?: string;
  readonly score?: number;
}

/** A policy as it is written, by REST or in a file. */
export interface PolicyDraft {
  readonly name: string;
  readonly description: string | null;
  readonly author: string | null;
  readonly condition: string;
  readonly analysis: PolicyDecision;
  readonly ratings: readonly Rating[];
  readonly operationMode: OperationMode;
  readonly priority: number;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
}

export interface VulnPolicyRow extends PolicyDraft {
  readonly id: number;
  readonly uuid: string;
  /** A policy of a bundle is read-only. */
  readonly bundleUuid: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly evaluationError: string | null;
}

/** "Enabled and inside validity." */
export function isInForce(policy: PolicyDraft, now: Date): boolean {
  if (policy.operationMode === 'DISABLED') return false;
  return (!policy.validFrom || policy.validFrom <= now) && (!policy.validUntil || policy.validUntil > now);
}
