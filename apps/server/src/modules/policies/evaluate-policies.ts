import { Group } from '@tallyman/contract/notification';
import type { Db, Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/create-log.ts';
import { countUnheard } from '../notifications/count-unheard.ts';
import { settleRechecks } from '../portfolio/policy-rechecks.ts';
import { type ConditionOutcome, recordConditionErrors } from './condition-error-store.ts';
import type { ComponentSubject } from './conditions/condition.ts';
import type { KnownLicenses } from './conditions/license-conditions.ts';
import { prepareCondition } from './conditions/prepare-condition.ts';
import { findViolations, type Prepare } from './find-violations.ts';
import { countComponents } from './ground-store.ts';
import { type LoadedGround, loadGrounds } from './load-ground.ts';
import { planProjectBatches } from './plan-project-batches.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import { hasPolicies, listApplicable, listPoliciesById } from './policy-store.ts';
import { emitViolationEvents } from './violation-events.ts';
import {
  endViolations,
  type FoundViolation,
  insertViolations,
  listCountingFindings,
  listNamedGroups,
  listNamedLicenses,
  type NewViolation,
} from './violation-store.ts';

export interface PolicyRound {
  readonly now: Date;
  readonly log: Log;
  /** The only policies to evaluate, by project; null, as when nothing is given, means all of them. */
  readonly only?: ReadonlyMap<number, ReadonlySet<number> | null>;
}

/**
 * Makes the violations in projects what the policies say now, in the caller's transaction: violations, their end, and
 * what is told of them. The number of statements does not depend on how many small projects there are.
 */
export async function evaluatePolicies(
  tx: Tx,
  round: PolicyRound,
  projectIds: readonly number[],
): Promise<void> {
  // Violations go with their policies, so where there are none, no project is looked at.
  if (projectIds.length === 0 || !(await hasPolicies(tx))) return;
  if (!round.only) await settleRechecks(tx, projectIds);
  for (const batch of planProjectBatches(await countComponents(tx, projectIds))) {
    await evaluateBatch(tx, round, batch);
  }
}

async function evaluateBatch(tx: Tx, round: PolicyRound, projectIds: readonly number[]): Promise<void> {
  const { now, only } = round;
  const applicable = await listApplicable(tx, projectIds);
  const evaluated = projectIds.map((projectId) => ({ projectId, policyIds: only?.get(projectId) ?? null }));
  const wanted = applicable.filter(({ projectId, policyId }) => only?.get(projectId)?.has(policyId) ?? true);
  const policies = await listPoliciesById(tx, [...new Set(wanted.map(({ policyId }) => policyId))]);
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));
  const wantedOf = Map.groupBy(wanted, ({ projectId }) => projectId);
  const grounds = await loadGrounds(tx, [...wantedOf.keys()], now, { components: 'all', graph: true });
  const subjects = await loadSubjects(tx, grounds);
  const prepare = prepareOnce(await loadKnownLicenses(tx, policies));
  const results: ProjectResult[] = [];
  for (const [projectId, ground] of grounds) {
    const its = (wantedOf.get(projectId) ?? []).flatMap(({ policyId }) => policyOf.get(policyId) ?? []);
    const result = await findViolations(its, subjects.get(projectId) ?? [], ground, prepare);
    results.push({ projectId, ...result });
    logErrors(round.log, ground, result.errors);
  }
  await recordConditionErrors(tx, results.flatMap(toOutcomes));
  await endViolations(
    tx,
    evaluated,
    results.flatMap(({ found, unknown }) => [...found, ...unknown]),
    now,
  );
  const appeared = await recordFound(tx, results, now);
  const ofProjects = appeared.map(({ projectId }) => projectId);
  if (await countUnheard(tx, Group.POLICY_VIOLATION, ofProjects)) return;
  await emitViolationEvents(tx, now, grounds, policies, appeared);
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

function logErrors(log: Log, { project }: LoadedGround, errors: ReadonlyMap<number, string | null>): void {
  for (const [condition, error] of errors) {
    if (error === null) continue;
    log.warn({ condition, project: project.uuid, error }, 'A condition of a policy could not be evaluated');
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
  grounds: ReadonlyMap<number, LoadedGround>,
): Promise<ReadonlyMap<number, ComponentSubject[]>> {
  const findings = await listCountingFindings(db, [...grounds.keys()]);
  const byComponent = Map.groupBy(findings, ({ componentId }) => componentId);
  return new Map(
    [...grounds].map(([projectId, { components, vulnerabilities }]) => [
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

/** A condition is compiled once, however many projects it is held against. */
function prepareOnce(licenses: KnownLicenses): Prepare {
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
