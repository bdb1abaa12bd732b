import { Group } from '@tallyman/contract/notification';
import type { Db, Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log/create-log.ts';
import { countUnheard } from '../notifications/count-unheard.ts';
import { settleRechecks } from '../portfolio/policy-rechecks.ts';
import type { ComponentSubject } from './conditions/condition.ts';
import type { KnownLicenses } from './conditions/license-conditions.ts';
import { findViolations } from './find-violations.ts';
import { type LoadedGround, loadGround } from './load-ground.ts';
import type { PolicyRow } from './policy.ts';
import { hasPolicies, listPoliciesFor, recordConditionErrors } from './policy-store.ts';
import { emitViolationEvents } from './violation-events.ts';
import {
  endViolations,
  insertViolations,
  listCountingFindings,
  listNamedGroups,
  listNamedLicenses,
} from './violation-store.ts';

export interface PolicyRound {
  readonly now: Date;
  readonly log: Log;
  /** Only this policy; all of them when it is not said. */
  readonly policyUuid?: string | undefined;
}

/**
 * Makes the violations in projects what the policies say now, in the caller's transaction: violations, their end, and
 * what is told of them.
 */
export async function evaluatePolicies(
  tx: Tx,
  round: PolicyRound,
  projectIds: readonly number[],
): Promise<void> {
  // Violations go with their policies, so where there are none, no project is looked at.
  if (!(await hasPolicies(tx))) return;
  if (round.policyUuid === undefined) await settleRechecks(tx, projectIds);
  for (const projectId of projectIds) await evaluateProject(tx, round, projectId);
}

async function evaluateProject(
  tx: Tx,
  { now, log, policyUuid }: PolicyRound,
  projectId: number,
): Promise<void> {
  const policies = await listPoliciesFor(tx, projectId, policyUuid);
  if (policies.length === 0) {
    await endViolations(tx, projectId, { kept: [], policyUuid }, now);
    return;
  }
  const ground = await loadGround(tx, projectId, now, { components: 'all', graph: true });
  if (!ground) return;
  const licenses = await loadKnownLicenses(tx, policies);
  const subjects = await loadSubjects(tx, projectId, ground);
  const { found, unknown, errors } = await findViolations(policies, subjects, ground, licenses);
  for (const [condition, error] of errors) {
    if (error === null) continue;
    log.warn(
      { condition, project: ground.project.uuid, error },
      'A condition of a policy could not be evaluated',
    );
  }
  await recordConditionErrors(tx, projectId, errors);
  await endViolations(tx, projectId, { kept: [...found, ...unknown], policyUuid }, now);
  const rows = found.map((violation) => ({ ...violation, uuid: newUuid() }));
  const appeared = rows.length > 0 ? await insertViolations(tx, projectId, rows, now) : [];
  const projectIds = appeared.map(() => projectId);
  if (await countUnheard(tx, Group.POLICY_VIOLATION, projectIds)) return;
  await emitViolationEvents(tx, now, ground, policies, appeared);
}

async function loadSubjects(db: Db, projectId: number, ground: LoadedGround): Promise<ComponentSubject[]> {
  const pairs = Map.groupBy(await listCountingFindings(db, projectId), ({ componentId }) => componentId);
  return [...ground.components.values()].map((component) => ({
    component,
    vulns: (pairs.get(component.id) ?? []).flatMap(
      ({ vulnerabilityId }) => ground.vulnerabilities.get(vulnerabilityId) ?? [],
    ),
  }));
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
