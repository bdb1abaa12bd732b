/**
 * Which fields of a decision belong to a policy (ADR 0086). A policy owns a field from the moment it sets it until
 * somebody else sets it, even to the same value. When the policy is withdrawn, exactly its fields are reset.
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

/** For each kind of decider, the kinds whose decisions it may not overwrite. */
export const OUTRANKED_BY: Readonly<Record<DeciderKind, ReadonlySet<DeciderKind | null>>> = {
  PERSON: new Set(),
  VEX: new Set(),
  EXPIRY: new Set(),
  CARRIED_OVER: new Set(['PERSON', 'VEX']),
  POLICY: new Set(['PERSON', 'VEX', 'CARRIED_OVER']),
};

interface DecidedChange {
  /** The fields that the decider states. */
  readonly decided: DecisionFields;
  /** All fields after the decision. */
  readonly after: DecidedFields;
  readonly isChanged: boolean;
}

/** Returns the owners of the fields after a decision. */
export function planOwnership(
  before: StandingDecision,
  by: Decider,
  { decided, after, isChanged }: DecidedChange,
): Ownership {
  if (by.kind === 'EXPIRY' && before.beforeExpiry)
    return restoreOwnership(before, before.beforeExpiry, after);
  if (by.kind === 'POLICY') {
    return { decidedBy: 'POLICY', policy: by.policy, policyFields: listStatedFields(decided) };
  }
  const policyFields = before.policyFields.filter((field) => decided[field] === undefined);
  const decidedBy = isChanged || takesOwnership(before, by, decided) ? by.kind : before.decidedBy;
  const isOwnedByPolicy = decidedBy === 'POLICY' || policyFields.length > 0;
  return { decidedBy, policy: isOwnedByPolicy ? before.policy : null, policyFields };
}

/** Whether a decider confirms a decision whose owner they outrank. */
function takesOwnership(before: StandingDecision, by: Decider, decided: DecisionFields): boolean {
  if (before.decidedBy === null || !OUTRANKED_BY[before.decidedBy].has(by.kind)) return false;
  return FIELD_NAMES.some(
    (field) => decided[field] !== undefined && before.fields[field] !== UNDECIDED[field],
  );
}

/** After an expiry: restored fields return to their earlier owner. Fields that a policy still owns stay its own. */
function restoreOwnership(
  before: StandingDecision,
  beforeExpiry: BeforeExpiry,
  after: DecidedFields,
): Ownership {
  const owned = [...before.policyFields, ...policyFieldsOf(beforeExpiry)];
  const policyFields = listStatedFields(after).filter((field) => owned.includes(field));
  const isAllOwnedByPolicy = policyFields.length === listStatedFields(after).length;
  // Somebody has since decided or confirmed a field without an expiry.
  const isPartlyOverridden = beforeExpiry.decidedBy === 'POLICY' && !isAllOwnedByPolicy;
  const decidedBy = isPartlyOverridden ? before.decidedBy : (beforeExpiry.decidedBy ?? 'EXPIRY');
  const isOwnedByPolicy = decidedBy === 'POLICY' || policyFields.length > 0;
  return { decidedBy, policy: isOwnedByPolicy ? (before.policy ?? beforeExpiry.policy) : null, policyFields };
}

/** Of the fields that an expiry restores, those that a policy owns. */
export function policyFieldsOf(beforeExpiry: BeforeExpiry): readonly FieldName[] {
  if (beforeExpiry.policyFields) return beforeExpiry.policyFields;
  // Stored before fields had owners (ADR 0086).
  return beforeExpiry.decidedBy === 'POLICY' ? listStatedFields(beforeExpiry.fields) : [];
}

/** Fields with a value other than undecided. */
function listStatedFields(fields: DecisionFields): FieldName[] {
  return FIELD_NAMES.filter((field) => fields[field] !== undefined && fields[field] !== UNDECIDED[field]);
}

/**
 * Resets those of the fields that the policy owns, also in what an expiry would restore. If nothing is left of the
 * decision, nobody has decided.
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
