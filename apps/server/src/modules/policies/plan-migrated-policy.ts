import {
  POLICY_CONDITION_OPERATORS,
  POLICY_CONDITION_SUBJECTS,
  POLICY_OPERATORS,
  VIOLATION_STATES,
  VIOLATION_TYPES,
} from '@tallyman/contract';
import type { SourceCondition, SourcePolicy, SourceProject } from '../migration-source/source-records.ts';
import type { FindExistingProject } from '../portfolio/projects/match-projects.ts';
import { toTagNames } from '../portfolio/tags/tag-names.ts';
import { compileExpression } from './compile-expression.ts';
import { componentEnvironment } from './policy-environment.ts';

/** Existing records that the policies of the source database refer to. */
export interface KnownHere {
  readonly findProject: FindExistingProject;
  /** Existing UUIDs by those in the source database. */
  readonly licenses: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
}

interface PlannedCondition {
  readonly uuid: string | undefined;
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
  readonly violationType: string | null;
}

export interface PlannedPolicy {
  /** Absent if it cannot be migrated; the notes say why. */
  readonly policy?: {
    readonly conditions: readonly PlannedCondition[];
    readonly projectIds: readonly number[];
    readonly tags: readonly string[];
  };
  readonly notes: readonly string[];
}

/** A policy is kept as a whole or not at all: with fewer conditions or limits it would mean something else. */
export function planMigratedPolicy(source: SourcePolicy, here: KnownHere): PlannedPolicy {
  const unknown = listUnknown(source);
  if (unknown.length > 0) return { notes: unknown };
  const tags = toTagNames(source.tags);
  const projectIds = [...new Set(source.projects.flatMap((project) => here.findProject(project) ?? []))];
  const missing = source.projects.filter((project) => here.findProject(project) === undefined);
  if (missing.length > 0 && projectIds.length === 0 && tags.length === 0) {
    return { notes: [`It is limited to missing projects: ${describeProjects(missing)}`] };
  }
  const conditions = source.conditions.map((condition) => planCondition(condition, here));
  return {
    policy: { conditions: conditions.map(({ planned }) => planned), projectIds, tags },
    notes: [
      ...conditions.flatMap(({ note }) => note ?? []),
      ...(missing.length > 0 ? [`Missing projects: ${describeProjects(missing)}`] : []),
    ],
  };
}

function describeProjects(projects: readonly SourceProject[]): string {
  return projects.map(({ name, version }) => (version ? `${name} : ${version}` : name)).join(', ');
}

function listUnknown({ operator, violationState, conditions }: SourcePolicy): string[] {
  const values: [known: readonly string[], value: string][] = [
    [POLICY_OPERATORS, operator],
    [VIOLATION_STATES, violationState],
    ...conditions.flatMap((condition): [readonly string[], string][] => [
      [POLICY_CONDITION_SUBJECTS, condition.subject],
      [POLICY_CONDITION_OPERATORS, condition.operator],
    ]),
  ];
  return values.flatMap(([known, value]) => (known.includes(value) ? [] : [`${value} is unknown.`]));
}

interface ConditionPlan {
  readonly planned: PlannedCondition;
  readonly note?: string;
}

/** Keeps conditions that cannot be evaluated: they are never violated and show the error. */
function planCondition(source: SourceCondition, here: KnownHere): ConditionPlan {
  const { uuid, subject, operator, value } = source;
  const planned = { uuid, subject, operator, value, violationType: null };
  if (subject === 'LICENSE' && value.trim().toLowerCase() !== 'unresolved') {
    return withIdentity(planned, here.licenses, 'licence');
  }
  if (subject === 'LICENSE_GROUP') return withIdentity(planned, here.groups, 'licence group');
  return subject === 'EXPRESSION' ? planExpression(planned, source.violationType) : { planned };
}

/** The same licence has another UUID in this database. */
function withIdentity(
  planned: PlannedCondition,
  uuids: ReadonlyMap<string, string>,
  what: string,
): ConditionPlan {
  const here = uuids.get(planned.value.trim().toLowerCase());
  if (here) return { planned: { ...planned, value: here } };
  return { planned, note: `A condition names a ${what} that does not exist: ${planned.value}` };
}

function planExpression(planned: PlannedCondition, given: string | undefined): ConditionPlan {
  const known = VIOLATION_TYPES.find((type) => type === given);
  const expression = { ...planned, operator: 'MATCHES', violationType: known ?? 'OPERATIONAL' };
  const { issues } = compileExpression(componentEnvironment, planned.value);
  if (!issues) return { planned: expression };
  const reason = issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; ');
  return {
    planned: expression,
    note: `An expression does not compile and is never violated: ${planned.value} (${reason})`,
  };
}
