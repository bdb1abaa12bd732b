import type { AnalysisJustification, AnalysisResponse, AnalysisState, Severity } from '@tallyman/contract';
import { DECISION_RATING_COLUMNS } from '../vulnerabilities/stored-ratings.ts';
import type { FindingKey, ProjectFinding } from './finding-key.ts';

/** Ratings that replace those of the vulnerability. */
type DecidedRatings = {
  readonly [Field in keyof typeof DECISION_RATING_COLUMNS]: Field extends `${string}Score`
    ? number | null
    : Field extends 'severity'
      ? Severity | null
      : string | null;
};

/** Everything that can be decided about a finding. */
export interface DecidedFields extends DecidedRatings {
  readonly state: AnalysisState;
  readonly justification: AnalysisJustification;
  readonly response: AnalysisResponse;
  readonly details: string | null;
  readonly isSuppressed: boolean;
}

export type FieldName = keyof DecidedFields;

/** Only the fields that are present are applied: "a field that the entry does not carry is left as it is". */
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

/** In the order in which the audit history tells of them. */
export const FIELD_NAMES = Object.keys(UNDECIDED) as readonly FieldName[];

/** What somebody decides about one finding. */
export interface Decision extends FindingKey {
  readonly fields: DecisionFields;
  /** Goes into the history as an entry of its own, whether or not the decision changes anything. */
  readonly comment?: string | undefined;
  /** First line of the history's entry, when the decision changes something: where it comes from. */
  readonly note?: string | undefined;
  /** When the decision lapses; `null` is never. Absent leaves the expiry of what the decision does not change. */
  readonly expiresAt?: Date | null | undefined;
  /** Which of the fields lapse then; all of them unless said. */
  readonly lapsing?: readonly FieldName[] | undefined;
  /** Of a policy, instead of deciding: takes back what it set of these fields and nobody else has set since. */
  readonly withdraws?: readonly FieldName[] | undefined;
}

export type DeciderKind = 'PERSON' | 'VEX' | 'POLICY' | 'CARRIED_OVER' | 'EXPIRY';

/** Who decides; the name is the commenter in the history. */
export type Decider =
  | { readonly kind: Exclude<DeciderKind, 'POLICY'>; readonly name: string }
  | { readonly kind: 'POLICY'; readonly name: string; readonly policy: string };

/** What lapses with the expiry, field by field, and whose decision then stands again. */
export interface BeforeExpiry {
  readonly fields: DecisionFields;
  readonly decidedBy: DeciderKind | null;
  readonly policy: string | null;
  /** Which of the fields were the policy's. */
  readonly policyFields?: readonly FieldName[];
}

/** The decision that a finding has now. */
export interface StandingDecision extends ProjectFinding {
  readonly fields: DecidedFields;
  /** `null`: nobody has decided. */
  readonly decidedBy: DeciderKind | null;
  /** The policy that decided, or whose fields still stand beside what somebody else decided. */
  readonly policy: string | null;
  /** What the policy set and nobody else has set since; see policy-ownership.ts. */
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
 * `unchanged`: the finding has all that already. `outranked`: whoever decided before outranks this decider.
 * `no-finding`: there is no such finding (any more).
 */
export type DecisionFate = 'applied' | 'unchanged' | 'outranked' | 'no-finding';

export interface DecisionOutcome {
  readonly fate: DecisionFate;
  readonly changes: readonly FieldChange[];
  /** Absent when there is no such finding. */
  readonly before?: DecidedFields;
  readonly after?: DecidedFields;
  /** The policy whose decision became this decider's own, because they agree with it. */
  readonly takenOverFrom?: string;
}
