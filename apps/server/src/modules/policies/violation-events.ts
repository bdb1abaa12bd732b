import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  Group,
  PolicyViolationAnalysisDecisionChangeSubjectSchema,
  PolicyViolationSubjectSchema,
} from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import type { ProjectContext } from './load-project-contexts.ts';
import type { PolicyRow } from './policy.ts';
import type { PolicyComponent, PolicyProject } from './policy-messages.ts';
import type { ViolationRow } from './violation-list-store.ts';
import type { NewViolation } from './violation-store.ts';

/** "POLICY_VIOLATION for new rows only". A violation that applies again counts as new. */
export async function emitViolationEvents(
  tx: Tx,
  now: Date,
  contexts: ReadonlyMap<number, ProjectContext>,
  policies: readonly PolicyRow[],
  appeared: readonly NewViolation[],
): Promise<void> {
  const conditions = new Map(
    policies.flatMap((policy) =>
      policy.conditions.map((condition) => [condition.id, { condition, policy }] as const),
    ),
  );
  const events = appeared.flatMap((violation) => {
    const context = contexts.get(violation.projectId);
    const component = context?.components.get(violation.componentId);
    const known = conditions.get(violation.conditionId);
    if (!context || !component || !known) return [];
    return [violationEvent(context.project, component, { ...violation, ...known, at: now })];
  });
  await emitEvents(tx, now, events);
}

interface ViolationSubject {
  readonly uuid: string;
  readonly type: string;
  readonly at: Date;
  readonly condition: {
    readonly uuid: string;
    readonly subject: string;
    readonly operator: string;
    readonly value: string;
  };
  readonly policy: { readonly uuid: string; readonly name: string; readonly violationState: string };
}

function violationEvent(
  project: PolicyProject,
  component: PolicyComponent,
  violation: ViolationSubject,
): Event {
  return {
    group: Group.POLICY_VIOLATION,
    title: `Policy Violation on Project: [${nameOf(project)}]`,
    content: `A ${violation.type.toLowerCase()} policy violation occurred`,
    subject: {
      schema: PolicyViolationSubjectSchema,
      message: {
        component: toComponent(component),
        project: toProject(project),
        policyViolation: toViolation(violation),
      },
    } as Event['subject'] & object,
    projectUuid: project.uuid,
  };
}

/** Emits PROJECT_AUDIT_CHANGE for a changed state or suppression. */
export async function emitViolationDecision(
  tx: Tx,
  now: Date,
  row: ViolationRow,
  {
    state,
    isSuppressed,
    changed,
  }: { state: string; isSuppressed: boolean; changed: 'state' | 'suppression' },
): Promise<void> {
  const component = toComponent(row.component);
  const project = toProject(row.project);
  const policyViolation = toViolation({
    uuid: row.uuid,
    type: row.type,
    at: row.occurred_at,
    condition: row.condition,
    policy: row.policy,
  });
  const decision =
    changed === 'state' ? state : isSuppressed ? 'Violation Suppressed' : 'Violation Unsuppressed';
  const analysis = { component, project, policyViolation, state, suppressed: isSuppressed };
  await emitEvents(tx, now, [
    {
      group: Group.PROJECT_AUDIT_CHANGE,
      title: `Violation Analysis Decision: ${decision} on Project: [${nameOf(row.project)}]`,
      content: 'A violation analysis decision was made to a policy violation affecting a project',
      subject: {
        schema: PolicyViolationAnalysisDecisionChangeSubjectSchema,
        message: { component, project, policyViolation, analysis },
      } as Event['subject'] & object,
      projectUuid: row.project.uuid,
    },
  ]);
}

function toViolation({ uuid, type, at, condition, policy }: ViolationSubject) {
  return {
    uuid,
    type,
    timestamp: timestampFromDate(at),
    condition: {
      uuid: condition.uuid,
      subject: condition.subject,
      operator: condition.operator,
      value: condition.value,
      policy: { uuid: policy.uuid, name: policy.name, violationState: policy.violationState },
    },
  };
}

function toComponent(component: Partial<PolicyComponent> & { uuid: string; name: string }) {
  return {
    uuid: component.uuid,
    group: component.group ?? undefined,
    name: component.name,
    version: component.version ?? '',
    purl: component.purl ?? undefined,
    md5: component.hashes?.md5,
    sha1: component.hashes?.sha1,
    sha256: component.hashes?.sha256,
    sha512: component.hashes?.sha512,
  };
}

function toProject(project: {
  uuid: string;
  name: string;
  version?: string | null;
  description?: unknown;
  purl?: unknown;
  is_active?: unknown;
  tags?: readonly string[];
}) {
  return {
    uuid: project.uuid,
    name: project.name,
    version: project.version ?? undefined,
    description: typeof project.description === 'string' ? project.description : undefined,
    purl: typeof project.purl === 'string' ? project.purl : undefined,
    tags: [...(project.tags ?? [])],
    isActive: project.is_active !== false,
  };
}

function nameOf({ name, version }: { name: string; version?: string | null }): string {
  return version ? `${name} : ${version}` : name;
}
