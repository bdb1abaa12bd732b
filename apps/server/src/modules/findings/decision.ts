import type { AnalysisJustification, AnalysisResponse, AnalysisState, Severity } from '@tallyman/contract';
import { DECISION_RATING_COLUMNS } from '../vulnerabilities/ratings/stored-ratings.ts';
import type { FindingKey, ProjectFinding } from './finding-key.ts';

/** Ratings that replace those of the vulnerability. */
type DecidedRatings = {
  readonly [Field in keyof typeof DECISION_RATING_COLUMNS]: Field extends `${string}Score`
    ? number | null
    : Field extends 'severity'
      ? Severity | null
      : string | null;
};

/** All fields that can be decided about a finding. */
export interface DecidedFields extends DecidedRatings {
  readonly state: AnalysisState;
  readonly justification: AnalysisJustification;
  readonly response: AnalysisResponse;
  readonly details: string | null;
  readonly isSuppressed: boolean;
}

export type FieldName = keyof DecidedFields;

/** "A field that the entry does not carry is left as it is." */
export type DecisionFields = Partial<DecidedFields>;

export const RATING_FIELDS = Object.keys(DECISION_RATING_COLUMNS) as readonly (keyof DecidedRatings)[];

/** A finding on which nobody has decided anything. */
export const UNDECIDED: DecidedFields = {
  state: 'NOT_SET',
  justification: 'NOT_SET',
  response: 'NOT_SET',
  details: null,
  isSuppressed: false,
  ...(Object.fromEntries(RATING_FIELDS.map((field) => [field, null])) as DecidedRatings),
};

/** In the order in which audit entries list them. */
export const FIELD_NAMES = Object.keys(UNDECIDED) as readonly FieldName[];

/** A decision to apply to one finding. */
export interface Decision extends FindingKey {
  readonly fields: DecisionFields;
  /** Becomes a separate audit entry, whether or not the decision changes anything. */
  readonly comment?: string | undefined;
  /** The first line of the audit entry, if the decision changes anything. Names the origin of the decision. */
  readonly note?: string | undefined;
  /** When the decision expires, `null` for never. If absent, unchanged fields keep their expiry. */
  readonly expiresAt?: Date | null | undefined;
  /** The fields that expire. All of them if absent. */
  readonly lapsing?: readonly FieldName[] | undefined;
  /** For policies, instead of `fields`: resets those of these fields that the policy owns. */
  readonly withdraws?: readonly FieldName[] | undefined;
}

export type DeciderKind = 'PERSON' | 'VEX' | 'POLICY' | 'CARRIED_OVER' | 'EXPIRY';

/** The name is the commenter of the audit entry. */
export type Decider =
  | { readonly kind: Exclude<DeciderKind, 'POLICY'>; readonly name: string }
  | { readonly kind: 'POLICY'; readonly name: string; readonly policy: string };

/** What an expiry restores. */
export interface BeforeExpiry {
  readonly fields: DecisionFields;
  readonly decidedBy: DeciderKind | null;
  readonly policy: string | null;
  /** The fields that the policy owned. Absent if stored before fields had owners (ADR 0086). */
  readonly policyFields?: readonly FieldName[];
}

/** The current decision on a finding. */
export interface StandingDecision extends ProjectFinding {
  readonly fields: DecidedFields;
  /** `null` if nobody has decided. */
  readonly decidedBy: DeciderKind | null;
  /** The policy that decided, or that still owns some of the fields. */
  readonly policy: string | null;
  /** The fields that the policy owns, see policy-ownership.ts. */
  readonly policyFields: readonly FieldName[];
  readonly expiresAt: Date | null;
  readonly beforeExpiry: BeforeExpiry | null;
}

export interface FieldChange {
  readonly field: FieldName | 'expiresAt';
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

/**
 * `unchanged`: the finding has these values already. `outranked`: the current decision is by somebody who outranks this
 * decider. `no-finding`: the finding does not exist. On the wire and in stored VEX receipts the member is named `fate`.
 */
export type DecisionResult = 'applied' | 'unchanged' | 'outranked' | 'no-finding';

export interface DecisionOutcome {
  readonly result: DecisionResult;
  readonly changes: readonly FieldChange[];
  /** Absent if the finding does not exist. */
  readonly before?: DecidedFields;
  readonly after?: DecidedFields;
  /** The policy that owned the decision before this decider confirmed it. */
  readonly takenOverFrom?: string;
}
