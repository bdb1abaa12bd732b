import { toStorableText } from '../../platform/db/storable-text.ts';
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
  keyOf,
  type StandingDecision,
  UNDECIDED,
} from './decision.ts';

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
 * What decisions do to what stands. "Each is applied in turn": a finding may occur more than once, and a later
 * decision meets what an earlier one left.
 */
export function planDecisions(
  standing: readonly StandingDecision[],
  by: Decider,
  decisions: readonly Decision[],
): DecisionPlan {
  const first = new Map(standing.map((decision) => [keyOf(decision), decision]));
  const changed = new Map<string, ChangedFinding>();
  const outcomes = decisions.map((decision): DecisionOutcome => {
    const key = keyOf(decision);
    const earlier = changed.get(key);
    const before = earlier?.after ?? first.get(key);
    if (!before) return { fate: 'no-finding', changes: [] };
    if (isOutranked(by.kind, before.decidedBy)) return { fate: 'outranked', changes: [] };
    const { after, changes } = applyDecision(before, by, decision);
    const fields = { before: before.fields, after: after.fields };
    if (changes.length === 0) return { fate: 'unchanged', changes, ...fields };
    changed.set(key, { before: earlier?.before ?? before, after });
    return { fate: 'applied', changes, ...fields };
  });
  return { outcomes, changed: [...changed.values()] };
}

const OUTRANKED_BY: Readonly<Record<DeciderKind, ReadonlySet<DeciderKind | null>>> = {
  PERSON: new Set(),
  VEX: new Set(),
  EXPIRY: new Set(),
  CARRIED_OVER: new Set(['PERSON', 'VEX']),
  POLICY: new Set(['PERSON', 'VEX', 'CARRIED_OVER']),
};

/** "Human (UI or REST) and VEX imports outrank vulnerability policies: a policy never overwrites them." */
function isOutranked(by: DeciderKind, standing: DeciderKind | null): boolean {
  return OUTRANKED_BY[by].has(standing);
}

interface Applied {
  readonly after: StandingDecision;
  readonly changes: readonly FieldChange[];
}

function applyDecision(before: StandingDecision, by: Decider, decision: Decision): Applied {
  const changes = listChanges(before.fields, decision.fields);
  const expiry = planExpiry(before, by, decision, changes);
  const expiresLater = before.expiresAt?.getTime() !== expiry.expiresAt?.getTime();
  const all = expiresLater ? [...changes, toExpiryChange(before.expiresAt, expiry.expiresAt)] : changes;
  const fields = { ...before.fields };
  for (const change of changes) Object.assign(fields, { [change.field]: change.to });
  return {
    changes: all,
    after: { ...before, fields, ...expiry, ...deciderAfter(before, by, changes) },
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

/** What cannot be stored as it is must not look like a change for ever. Most texts are words of value sets. */
function toStorable<T>(value: T): T | string {
  return typeof value === 'string' && !WORD.test(value) ? toStorableText(value) : value;
}

const WORD = /^[A-Z_]*$/;

function toExpiryChange(from: Date | null, to: Date | null): FieldChange {
  return { field: 'expiresAt', from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
}

/** When a decision lapses, the one before it stands again, in the name of whoever had made it. */
function deciderAfter(
  before: StandingDecision,
  by: Decider,
  changes: readonly FieldChange[],
): Pick<StandingDecision, 'decidedBy' | 'policy'> {
  if (by.kind === 'EXPIRY' && before.beforeExpiry) {
    const { decidedBy, policy } = before.beforeExpiry;
    return { decidedBy: decidedBy ?? 'EXPIRY', policy };
  }
  if (changes.length === 0 && before.decidedBy !== null) {
    return { decidedBy: before.decidedBy, policy: before.policy };
  }
  return { decidedBy: by.kind, policy: by.kind === 'POLICY' ? by.policy : null };
}

type Expiry = Pick<StandingDecision, 'expiresAt' | 'beforeExpiry'>;

function planExpiry(
  before: StandingDecision,
  by: Decider,
  decision: Decision,
  changes: readonly FieldChange[],
): Expiry {
  if (decision.expiresAt === null) return { expiresAt: null, beforeExpiry: null };
  if (decision.expiresAt === undefined) return withoutOverridden(before, by, changes);
  return planNewExpiry(before, decision, decision.expiresAt, changes);
}

/** What somebody has decided since does not lapse with what it replaced. */
function withoutOverridden(
  { expiresAt, beforeExpiry }: StandingDecision,
  by: Decider,
  changes: readonly FieldChange[],
): Expiry {
  if (!expiresAt || !beforeExpiry || changes.length === 0) return { expiresAt, beforeExpiry };
  const overridden = new Set<string>(changes.map(({ field }) => field));
  const kept = Object.entries(beforeExpiry.fields).filter(([field]) => !overridden.has(field));
  if (kept.length === 0) return { expiresAt: null, beforeExpiry: null };
  const policy = by.kind === 'POLICY' ? by.policy : null;
  return { expiresAt, beforeExpiry: { fields: Object.fromEntries(kept), decidedBy: by.kind, policy } };
}

/**
 * What the decision changes goes back to what it was before the first decision that expires. Where it changes nothing,
 * it is the decision that stands already that gets an expiry: that goes back to none at all.
 */
function planNewExpiry(
  before: StandingDecision,
  { fields, lapsing = FIELD_NAMES }: Decision,
  expiresAt: Date,
  changes: readonly FieldChange[],
): Expiry {
  const changed = new Set<string>(changes.map(({ field }) => field));
  const earlier: Record<string, unknown> = { ...before.beforeExpiry?.fields };
  const isForWhatStands = changed.size === 0 && !before.beforeExpiry;
  for (const field of FIELD_NAMES) {
    const to = toStorable(fields[field]);
    const lapses = to !== undefined && lapsing.includes(field);
    if (!lapses && changed.has(field)) delete earlier[field];
    if (!lapses || Object.hasOwn(earlier, field)) continue;
    if (changed.has(field)) earlier[field] = before.fields[field];
    else if (isForWhatStands && to !== UNDECIDED[field]) earlier[field] = UNDECIDED[field];
  }
  if (Object.keys(earlier).length === 0) return { expiresAt: null, beforeExpiry: null };
  const decider = deciderBefore(before, changed.size > 0);
  return { expiresAt, beforeExpiry: { fields: earlier as DecisionFields, ...decider } };
}

function deciderBefore(before: StandingDecision, isNew: boolean): Omit<BeforeExpiry, 'fields'> {
  const nobody = { decidedBy: null, policy: null };
  const { decidedBy, policy } = before.beforeExpiry ?? (isNew ? before : nobody);
  return { decidedBy, policy };
}
