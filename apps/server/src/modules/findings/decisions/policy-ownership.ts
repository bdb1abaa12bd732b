/**
 * Which fields of a decision are a policy's. A field is the policy's from the moment it sets a value until somebody
 * else sets one, be it the same: whoever agrees with a policy becomes the owner. When the policy goes, exactly its
 * fields are reset.
 */
import {
  type BeforeExpiry,
  type DecidedFields,
  type Decider,
  type DeciderKind,
  type DecisionFields,
  FIELD_NAMES,
  type FieldName,
  type StandingDecision,
  UNDECIDED,
} from '../decision.ts';

export type Ownership = Pick<StandingDecision, 'decidedBy' | 'policy' | 'policyFields'>;

export const OUTRANKED_BY: Readonly<Record<DeciderKind, ReadonlySet<DeciderKind | null>>> = {
  PERSON: new Set(),
  VEX: new Set(),
  EXPIRY: new Set(),
  CARRIED_OVER: new Set(['PERSON', 'VEX']),
  POLICY: new Set(['PERSON', 'VEX', 'CARRIED_OVER']),
};

interface DecidedChange {
  /** What the decider says. */
  readonly decided: DecisionFields;
  /** What then holds. */
  readonly after: DecidedFields;
  readonly isChanged: boolean;
}

/** Who owns what after somebody has decided. */
export function planOwnership(
  before: StandingDecision,
  by: Decider,
  { decided, after, isChanged }: DecidedChange,
): Ownership {
  if (by.kind === 'EXPIRY' && before.beforeExpiry)
    return restoreOwnership(before, before.beforeExpiry, after);
  if (by.kind === 'POLICY') {
    return { decidedBy: 'POLICY', policy: by.policy, policyFields: listMeant(decided) };
  }
  const policyFields = before.policyFields.filter((field) => decided[field] === undefined);
  const decidedBy = isChanged || takesOver(before, by, decided) ? by.kind : before.decidedBy;
  const isPolicys = decidedBy === 'POLICY' || policyFields.length > 0;
  return { decidedBy, policy: isPolicys ? before.policy : null, policyFields };
}

/** Whether somebody agrees with a decision whose owner they outrank. */
function takesOver(before: StandingDecision, by: Decider, decided: DecisionFields): boolean {
  if (before.decidedBy === null || !OUTRANKED_BY[before.decidedBy].has(by.kind)) return false;
  return FIELD_NAMES.some(
    (field) => decided[field] !== undefined && before.fields[field] !== UNDECIDED[field],
  );
}

/** What held before a decision that has lapsed is again its owner's; what a policy still had stays the policy's. */
function restoreOwnership(
  before: StandingDecision,
  beforeExpiry: BeforeExpiry,
  after: DecidedFields,
): Ownership {
  const owned = [...before.policyFields, ...policyFieldsOf(beforeExpiry)];
  const policyFields = listMeant(after).filter((field) => owned.includes(field));
  const isAllPolicys = policyFields.length === listMeant(after).length;
  // Somebody has decided for good since, if only by agreeing.
  const isPolicysNoMore = beforeExpiry.decidedBy === 'POLICY' && !isAllPolicys;
  const decidedBy = isPolicysNoMore ? before.decidedBy : (beforeExpiry.decidedBy ?? 'EXPIRY');
  const isPolicys = decidedBy === 'POLICY' || policyFields.length > 0;
  return { decidedBy, policy: isPolicys ? (before.policy ?? beforeExpiry.policy) : null, policyFields };
}

/** Of the fields that will hold again, those that a policy had set. */
export function policyFieldsOf(beforeExpiry: BeforeExpiry): readonly FieldName[] {
  if (beforeExpiry.policyFields) return beforeExpiry.policyFields;
  // Written before fields had owners of their own.
  return beforeExpiry.decidedBy === 'POLICY' ? listMeant(beforeExpiry.fields) : [];
}

/** The fields that say something: to reset the others would change nothing. */
function listMeant(fields: DecisionFields): FieldName[] {
  return FIELD_NAMES.filter((field) => fields[field] !== undefined && fields[field] !== UNDECIDED[field]);
}

/**
 * Takes back what a policy set, of these fields. What is left without any decision is nobody's. Where the policy's
 * values would hold again once another decision lapses, nothing does then.
 */
export function withdrawPolicy(
  before: StandingDecision,
  policy: string,
  withdrawn: readonly FieldName[],
): StandingDecision {
  const beforeExpiry = withdrawBeforeExpiry(before.beforeExpiry, policy, withdrawn);
  if (before.policy !== policy) return { ...before, beforeExpiry };
  const policyFields = before.policyFields.filter((field) => !withdrawn.includes(field));
  const gone = before.policyFields.filter((field) => withdrawn.includes(field));
  const fields = { ...before.fields, ...undecided(gone) };
  if (policyFields.length > 0) return { ...before, fields, policyFields, beforeExpiry };
  const decidedBy = before.decidedBy === 'POLICY' ? null : before.decidedBy;
  return { ...before, fields, policyFields, decidedBy, policy: null, beforeExpiry };
}

function withdrawBeforeExpiry(
  beforeExpiry: BeforeExpiry | null,
  policy: string,
  withdrawn: readonly FieldName[],
): BeforeExpiry | null {
  if (beforeExpiry?.policy !== policy) return beforeExpiry;
  const owned = policyFieldsOf(beforeExpiry);
  const policyFields = owned.filter((field) => !withdrawn.includes(field));
  const gone = owned.filter((field) => withdrawn.includes(field));
  const fields = { ...beforeExpiry.fields, ...undecided(gone) };
  if (policyFields.length > 0) return { ...beforeExpiry, fields, policyFields };
  const decidedBy = beforeExpiry.decidedBy === 'POLICY' ? null : beforeExpiry.decidedBy;
  return { fields, policyFields, decidedBy, policy: null };
}

function undecided(fields: readonly FieldName[]): Partial<DecidedFields> {
  return Object.fromEntries(fields.map((field) => [field, UNDECIDED[field]]));
}
