import { Group } from '@tallyman/contract/notification';
import type { Db, Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/create-log.ts';
import { recordFlood } from '../notifications/record-flood.ts';
import { claimRechecks, type Rechecks } from './claim-rechecks.ts';
import { type ConditionOutcome, recordConditionErrors } from './condition-error-store.ts';
import type { ComponentSubject } from './conditions/condition.ts';
import type { KnownLicenses } from './conditions/license-conditions.ts';
import { prepareCondition } from './conditions/prepare-condition.ts';
import { evaluateConditions, type Prepare } from './evaluate-conditions.ts';
import { loadProjectContexts, type ProjectContext } from './load-project-contexts.ts';
import { planProjectBatches } from './plan-project-batches.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import { hasPolicies, listApplicable, listPoliciesById } from './policy-store.ts';
import { countComponents } from './project-context-store.ts';
import { emitViolationEvents } from './violation-events.ts';
import {
  endViolations,
  type FoundViolation,
  insertViolations,
  listEvaluatedFindings,
  listNamedGroups,
  listNamedLicenses,
  type NewViolation,
} from './violation-store.ts';

export interface EvaluationOptions {
  readonly now: Date;
  readonly log: Log;
  /** The policies to evaluate, by project. All of them if absent, or null for a project. */
  readonly only?: Rechecks;
}

/**
 * Evaluates the component policies of projects in the caller's transaction: inserts new violations, ends those that no
 * longer apply, and emits notifications. The number of statements does not depend on the number of small projects.
 */
export async function evaluatePolicies(
  tx: Tx,
  options: EvaluationOptions,
  projectIds: readonly number[],
): Promise<void> {
  // Violations are deleted with their policies, so without policies there is nothing to end.
  if (projectIds.length === 0 || !(await hasPolicies(tx))) return;
  if (!options.only) await claimRechecks(tx, projectIds);
  for (const batch of planProjectBatches(await countComponents(tx, projectIds))) {
    await evaluateBatch(tx, options, batch);
  }
}

async function evaluateBatch(
  tx: Tx,
  options: EvaluationOptions,
  projectIds: readonly number[],
): Promise<void> {
  const { now, only } = options;
  const applicable = await listApplicable(tx, projectIds);
  const evaluated = projectIds.map((projectId) => ({ projectId, policyIds: only?.get(projectId) ?? null }));
  const selected = applicable.filter(
    ({ projectId, policyId }) => only?.get(projectId)?.has(policyId) ?? true,
  );
  const policies = await listPoliciesById(tx, [...new Set(selected.map(({ policyId }) => policyId))]);
  const policiesById = new Map(policies.map((policy) => [policy.id, policy]));
  const selectedByProject = Map.groupBy(selected, ({ projectId }) => projectId);
  const contexts = await loadProjectContexts(tx, [...selectedByProject.keys()], now, {
    components: 'all',
    graph: true,
  });
  const subjects = await loadSubjects(tx, contexts);
  const prepare = cachePrepared(await loadKnownLicenses(tx, policies));
  const results: ProjectResult[] = [];
  for (const [projectId, context] of contexts) {
    const ofProject = (selectedByProject.get(projectId) ?? []).flatMap(
      ({ policyId }) => policiesById.get(policyId) ?? [],
    );
    const result = await evaluateConditions(ofProject, subjects.get(projectId) ?? [], context, prepare);
    results.push({ projectId, ...result });
    logErrors(options.log, context, result.errors);
  }
  await recordConditionErrors(tx, results.flatMap(toOutcomes));
  await endViolations(
    tx,
    evaluated,
    results.flatMap(({ found, unknown }) => [...found, ...unknown]),
    now,
  );
  const appeared = await recordFound(tx, results, now);
  const appearedIn = appeared.map(({ projectId }) => projectId);
  if (await recordFlood(tx, Group.POLICY_VIOLATION, appearedIn)) return;
  await emitViolationEvents(tx, now, contexts, policies, appeared);
}

interface ProjectResult {
  readonly projectId: number;
  readonly found: readonly FoundViolation[];
  readonly unknown: readonly FoundViolation[];
  readonly errors: ReadonlyMap<number, string | null>;
}

function toOutcomes({ projectId, errors }: ProjectResult): ConditionOutcome[] {
  return [...errors].map(([conditionId, error]) => ({ conditionId, projectId, error }));
}

function logErrors(log: Log, { project }: ProjectContext, errors: ReadonlyMap<number, string | null>): void {
  for (const [condition, error] of errors) {
    if (error === null) continue;
    log.warn({ condition, project: project.uuid, error }, 'Policy condition could not be evaluated');
  }
}

async function recordFound(tx: Tx, results: readonly ProjectResult[], now: Date): Promise<NewViolation[]> {
  const rows = results.flatMap(({ projectId, found }) =>
    found.map((violation) => ({ ...violation, projectId, uuid: newUuid() })),
  );
  return rows.length > 0 ? insertViolations(tx, rows, now) : [];
}

async function loadSubjects(
  db: Db,
  contexts: ReadonlyMap<number, ProjectContext>,
): Promise<ReadonlyMap<number, ComponentSubject[]>> {
  const findings = await listEvaluatedFindings(db, [...contexts.keys()]);
  const byComponent = Map.groupBy(findings, ({ componentId }) => componentId);
  return new Map(
    [...contexts].map(([projectId, { components, vulnerabilities }]) => [
      projectId,
      [...components.values()].map((component) => ({
        component,
        vulns: (byComponent.get(component.id) ?? []).flatMap(
          ({ vulnerabilityId }) => vulnerabilities.get(vulnerabilityId) ?? [],
        ),
      })),
    ]),
  );
}

/** Compiles each condition once for all projects. */
function cachePrepared(licenses: KnownLicenses): Prepare {
  const prepared = new Map<number, ReturnType<Prepare>>();
  return (condition: ConditionRow) => {
    const known = prepared.get(condition.id) ?? prepareCondition(condition, licenses);
    prepared.set(condition.id, known);
    return known;
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function loadKnownLicenses(db: Db, policies: readonly PolicyRow[]): Promise<KnownLicenses> {
  const named = (subject: string) =>
    policies
      .flatMap(({ conditions }) => conditions)
      .filter((condition) => condition.subject === subject)
      .map(({ value }) => value.trim().toLowerCase())
      .filter((value) => UUID.test(value));
  const [ids, groupIds] = [named('LICENSE'), named('LICENSE_GROUP')];
  const licenses = ids.length > 0 ? await listNamedLicenses(db, ids) : [];
  const groups = groupIds.length > 0 ? await listNamedGroups(db, groupIds) : [];
  return {
    licenses: new Map(licenses.map((license) => [license.uuid, license])),
    groups: new Map(groups.map(({ uuid, members }) => [uuid, members])),
  };
}
