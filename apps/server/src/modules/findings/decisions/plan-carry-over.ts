import { type DecidedFields, type Decision, FIELD_NAMES, UNDECIDED } from '../decision.ts';
import type { CarriedDecision, OriginProject } from './carry-over-store.ts';

export interface CarryOverPlan {
  readonly decisions: readonly Decision[];
  /** The number of decisions left out because they are about another version of the component. */
  readonly versionChanged: number;
}

/**
 * A decision is carried over in full to a component of the same identity. To another version of the component only
 * EXPLOITABLE and IN_TRIAGE are carried over, unless suppressed: "not affected" must be assessed again.
 */
export function planCarryOver(origin: OriginProject, carried: readonly CarriedDecision[]): CarryOverPlan {
  const decided = carried
    .map(withoutPolicyFields)
    .filter(({ fields }) => FIELD_NAMES.some((name) => fields[name] !== UNDECIDED[name]));
  const kept = decided.filter(({ isSame, fields }) => isSame || holdsForOtherVersions(fields));
  return {
    decisions: kept.map((decision) => toDecision(origin, decision)),
    versionChanged: decided.length - kept.length,
  };
}

/** Fields that a policy set are not carried over: policies apply to the other project themselves. */
function withoutPolicyFields(carried: CarriedDecision): CarriedDecision {
  const { fields, policyFields } = carried;
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
