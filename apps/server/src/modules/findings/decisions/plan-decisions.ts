import { isDeepStrictEqual } from 'node:util';
import { toStorableText } from '../../../platform/db/storable-text.ts';
import {
  type BeforeExpiry,
  type DecidedFields,
  type Decider,
  type DeciderKind,
  type Decision,
  type DecisionFields,
  type DecisionOutcome,
  FIELD_NAMES,
  type FieldChange,
  type StandingDecision,
  UNDECIDED,
} from '../decision.ts';
import { formatFindingKey } from '../finding-key.ts';
import { OUTRANKED_BY, planOwnership, policyFieldsOf, withdrawPolicy } from './policy-ownership.ts';

export interface DecisionPlan {
  /** In the order of the decisions. */
  readonly outcomes: readonly DecisionOutcome[];
  /** Only the findings that change, each once. */
  readonly changed: readonly ChangedFinding[];
}

export interface ChangedFinding {
  readonly before: StandingDecision;
  readonly after: StandingDecision;
}

/**
 * Plans the effect of decisions on the current ones. "Each is applied in turn": a finding may occur more than once, and
 * a later decision starts from the result of an earlier one.
 */
export function planDecisions(
  standing: readonly StandingDecision[],
  by: Decider,
  decisions: readonly Decision[],
): DecisionPlan {
  const first = new Map(standing.map((decision) => [formatFindingKey(decision), decision]));
  const changed = new Map<string, ChangedFinding>();
  const outcomes = decisions.map((decision): DecisionOutcome => {
    const key = formatFindingKey(decision);
    const earlier = changed.get(key);
    const before = earlier?.after ?? first.get(key);
    if (!before) return { result: 'no-finding', changes: [] };
    if (!decision.withdraws && isOutranked(by.kind, before.decidedBy))
      return { result: 'outranked', changes: [] };
    const { after, changes } = applyDecision(before, by, decision);
    const outcome = {
      changes,
      before: before.fields,
      after: after.fields,
      ...describeTakeover(before, after, by),
    };
    if (changes.length > 0 || hasOtherOwner(before, after)) {
      changed.set(key, { before: earlier?.before ?? before, after });
    }
    return { result: changes.length > 0 ? 'applied' : 'unchanged', ...outcome };
  });
  return { outcomes, changed: [...changed.values()] };
}

/** Whether the owner changes. The owner is not presented, but has to be stored. */
function hasOtherOwner(before: StandingDecision, after: StandingDecision): boolean {
  return OWNERSHIP.some((member) => !isDeepStrictEqual(before[member], after[member]));
}

const OWNERSHIP = ['decidedBy', 'policy', 'policyFields', 'beforeExpiry'] as const;

function describeTakeover(
  before: StandingDecision,
  after: StandingDecision,
  by: Decider,
): Pick<DecisionOutcome, 'takenOverFrom'> {
  const isTaken = before.decidedBy === 'POLICY' && after.decidedBy === by.kind && by.kind !== 'POLICY';
  return isTaken && before.policy !== null ? { takenOverFrom: before.policy } : {};
}

/** "Human (UI or REST) and VEX imports outrank vulnerability policies: a policy never overwrites them." */
function isOutranked(by: DeciderKind, standing: DeciderKind | null): boolean {
  return OUTRANKED_BY[by].has(standing);
}

interface Applied {
  readonly after: StandingDecision;
  readonly changes: readonly FieldChange[];
}

function applyDecision(before: StandingDecision, by: Decider, decision: Decision): Applied {
  if (decision.withdraws && by.kind === 'POLICY') {
    const after = withdrawPolicy(before, by.policy, decision.withdraws);
    return { after, changes: listChanges(before.fields, after.fields) };
  }
  const changes = listChanges(before.fields, decision.fields);
  const expiry = planExpiry(before, by, decision, changes);
  const expiresLater = before.expiresAt?.getTime() !== expiry.expiresAt?.getTime();
  const all = expiresLater ? [...changes, toExpiryChange(before.expiresAt, expiry.expiresAt)] : changes;
  const fields = { ...before.fields };
  for (const change of changes) Object.assign(fields, { [change.field]: change.to });
  return {
    changes: all,
    after: {
      ...before,
      fields,
      ...expiry,
      ...planOwnership(before, by, {
        decided: decision.fields,
        after: fields,
        isChanged: changes.length > 0,
      }),
    },
  };
}

function listChanges(before: DecidedFields, decided: DecisionFields): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of FIELD_NAMES) {
    const to = toStorable(decided[field]);
    if (to !== undefined && to !== before[field]) changes.push({ field, from: before[field], to });
  }
  return changes;
}

/** Compares what would be stored, or text that cannot be stored as it is would be a change every time. */
function toStorable<T>(value: T): T | string {
  return typeof value === 'string' && !WORD.test(value) ? toStorableText(value) : value;
}

/** Values of enumerations, most of all texts, need no conversion. */
const WORD = /^[A-Z_]*$/;

function toExpiryChange(from: Date | null, to: Date | null): FieldChange {
  return { field: 'expiresAt', from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
}

type Expiry = Pick<StandingDecision, 'expiresAt' | 'beforeExpiry'>;

function planExpiry(
  before: StandingDecision,
  by: Decider,
  decision: Decision,
  changes: readonly FieldChange[],
): Expiry {
  if (decision.expiresAt === null) return { expiresAt: null, beforeExpiry: null };
  if (decision.expiresAt === undefined) return withoutOverriddenFields(before, by, changes);
  return planNewExpiry(before, decision, decision.expiresAt, changes);
}

/** A field that is decided again without an expiry no longer expires. */
function withoutOverriddenFields(
  { expiresAt, beforeExpiry }: StandingDecision,
  by: Decider,
  changes: readonly FieldChange[],
): Expiry {
  if (!expiresAt || !beforeExpiry || changes.length === 0) return { expiresAt, beforeExpiry };
  const overridden = new Set<string>(changes.map(({ field }) => field));
  const kept = Object.entries(beforeExpiry.fields).filter(([field]) => !overridden.has(field));
  if (kept.length === 0) return { expiresAt: null, beforeExpiry: null };
  const fields: DecisionFields = Object.fromEntries(kept);
  return {
    expiresAt,
    beforeExpiry: { ...policyShare(beforeExpiry, fields, by), fields, decidedBy: by.kind },
  };
}

/** Kept fields that a policy set stay the policy's. If a policy decides, all of them are its own. */
function policyShare(
  beforeExpiry: BeforeExpiry,
  kept: DecisionFields,
  by: Decider,
): Pick<BeforeExpiry, 'policy' | 'policyFields'> {
  const policyFields = policyFieldsOf(beforeExpiry).filter((field) => Object.hasOwn(kept, field));
  if (by.kind === 'POLICY') return { policy: by.policy, policyFields };
  return { policy: policyFields.length > 0 ? beforeExpiry.policy : null, policyFields };
}

/**
 * On expiry, changed fields return to their values before the first expiring decision. If nothing changes, the current
 * decision gets the expiry, and its fields return to undecided. Fields that a policy set return to the policy, so that
 * they are reset if the policy is withdrawn meanwhile.
 */
function planNewExpiry(
  before: StandingDecision,
  { fields, lapsing = FIELD_NAMES }: Decision,
  expiresAt: Date,
  changes: readonly FieldChange[],
): Expiry {
  const changed = new Set<string>(changes.map(({ field }) => field));
  const earlier: Record<string, unknown> = { ...before.beforeExpiry?.fields };
  const expiresCurrent = changed.size === 0 && !before.beforeExpiry;
  for (const field of FIELD_NAMES) {
    const to = toStorable(fields[field]);
    const lapses = to !== undefined && lapsing.includes(field);
    if (!lapses && changed.has(field)) delete earlier[field];
    if (!lapses || Object.hasOwn(earlier, field)) continue;
    if (changed.has(field) || before.policyFields.includes(field)) earlier[field] = before.fields[field];
    else if (expiresCurrent && to !== UNDECIDED[field]) earlier[field] = UNDECIDED[field];
  }
  if (Object.keys(earlier).length === 0) return { expiresAt: null, beforeExpiry: null };
  const lapsed = earlier as DecisionFields;
  const decider = deciderBefore(before, changed.size > 0 || before.decidedBy === 'POLICY');
  const share = policyShareBefore(before, lapsed);
  return {
    expiresAt,
    beforeExpiry: { fields: lapsed, ...share, ...decider, policy: share.policy ?? decider.policy },
  };
}

/** Of the fields that an expiry restores, those that a policy owned before the first expiring decision, or owns now. */
function policyShareBefore(
  { beforeExpiry, policy, policyFields }: StandingDecision,
  lapsed: DecisionFields,
): Required<Pick<BeforeExpiry, 'policyFields'>> & Pick<BeforeExpiry, 'policy'> {
  const known = beforeExpiry?.fields ?? {};
  const ownedBefore = beforeExpiry ? policyFieldsOf(beforeExpiry) : [];
  const share = FIELD_NAMES.filter((field) => {
    if (!Object.hasOwn(lapsed, field) || lapsed[field] === UNDECIDED[field]) return false;
    return (Object.hasOwn(known, field) ? ownedBefore : policyFields).includes(field);
  });
  return { policy: share.length > 0 ? (beforeExpiry?.policy ?? policy) : null, policyFields: share };
}

function deciderBefore(before: StandingDecision, isNew: boolean): Pick<BeforeExpiry, 'decidedBy' | 'policy'> {
  const nobody = { decidedBy: null, policy: null };
  const { decidedBy, policy } = before.beforeExpiry ?? (isNew ? before : nobody);
  return { decidedBy, policy: decidedBy === 'POLICY' ? policy : null };
}
