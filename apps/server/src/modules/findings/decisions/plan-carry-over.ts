import { type DecidedFields, type Decision, FIELD_NAMES, UNDECIDED } from '../decision.ts';
import type { CarriedDecision, OriginProject } from './carry-over-store.ts';

interface CarryOverPlan {
  readonly decisions: readonly Decision[];
  /** How many are left behind, because they were made about another version of the component. */
  readonly versionChanged: number;
}

/**
 * All of a decision holds for a component of the same identity. Of another version only that it has to be looked at,
 * or is exploitable, goes on to hold: that it is not affected has to be found out anew.
 */
export function planCarryOver(origin: OriginProject, carried: readonly CarriedDecision[]): CarryOverPlan {
  const meant = carried
    .map(withoutPolicyFields)
    .filter(({ fields }) => FIELD_NAMES.some((name) => fields[name] !== UNDECIDED[name]));
  const kept = meant.filter(({ isSame, fields }) => isSame || holdsForOtherVersions(fields));
  return {
    decisions: kept.map((decision) => toDecision(origin, decision)),
    versionChanged: meant.length - kept.length,
  };
}

/** Where somebody has decided over a policy, the policy's share of what stands is left behind. */
function withoutPolicyFields(carried: CarriedDecision): CarriedDecision {
  const { fields, policyFields } = carried;
  if (policyFields.length === 0) return carried;
  const reset = policyFields.map((field) => [field, UNDECIDED[field]]);
  return { ...carried, fields: { ...fields, ...Object.fromEntries(reset) } };
}

function holdsForOtherVersions({ state, isSuppressed }: DecidedFields): boolean {
  return !isSuppressed && (state === 'EXPLOITABLE' || state === 'IN_TRIAGE');
}

function toDecision(origin: OriginProject, carried: CarriedDecision): Decision {
  const { componentId, vulnerabilityId, fields, expiresAt, lapsing } = carried;
  const finding = { componentId, vulnerabilityId, fields, note: toNote(origin, carried) };
  return expiresAt === null ? finding : { ...finding, expiresAt, lapsing };
}

/** "Each with an audit entry naming its origin." */
function toNote({ name, version }: OriginProject, carried: CarriedDecision): string {
  const project = version === null ? name : `${name} ${version}`;
  const { commenter, decidedAt, isSame, componentVersion } = carried;
  const about = isSame ? '' : `, on version ${componentVersion ?? '(None)'} of the component`;
  return `Carried over from ${project}: decided by ${commenter ?? 'somebody'} at ${decidedAt.toISOString()}${about}`;
}
