import type { NewPolicy, NewPolicyCondition, PolicyChange, PolicyConditionChange } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { getTagId } from '../portfolio/change-tags.ts';
import { getProjectId } from '../portfolio/get-project-id.ts';
import type { ConditionRow, DescribedPolicyRow } from './policy.ts';
import * as store from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';
import { toConditionColumns } from './to-condition-columns.ts';

export async function getPolicy(db: Db, principal: Principal, uuid: string): Promise<DescribedPolicyRow> {
  const policy = await store.findPolicy(db, principal, uuid);
  if (!policy) throw policyNotFound();
  return policy;
}

/** "operator default ANY, violationState default INFO." */
export async function createPolicy(
  ctx: Context,
  principal: Principal,
  body: NewPolicy,
): Promise<DescribedPolicyRow> {
  const uuid = newUuid();
  return inPolicyTransaction(ctx, async (tx) => {
    await store.insertPolicy(tx, uuid, {
      name: body.name.trim(),
      operator: body.operator ?? 'ANY',
      violation_state: body.violationState ?? 'INFO',
      include_children: body.includeChildren ?? false,
      only_latest_project_version: body.onlyLatestProjectVersion ?? false,
    });
    return getPolicy(tx, principal, uuid);
  });
}

export async function updatePolicy(
  ctx: Context,
  principal: Principal,
  body: PolicyChange,
): Promise<DescribedPolicyRow> {
  return inPolicyTransaction(ctx, async (tx) => {
    const id = await lock(tx, body.uuid);
    await store.updatePolicy(tx, id, {
      name: body.name.trim(),
      ...(body.operator && { operator: body.operator }),
      ...(body.violationState && { violation_state: body.violationState }),
      include_children: body.includeChildren ?? false,
      only_latest_project_version: body.onlyLatestProjectVersion ?? false,
    });
    await requestEvaluation(ctx, tx, body.uuid);
    return getPolicy(tx, principal, body.uuid);
  });
}

/** Its violations go with it. */
export async function deletePolicy(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await store.deletePolicy(tx, uuid))) throw policyNotFound();
  });
}

export async function createCondition(
  ctx: Context,
  principal: Principal,
  policyUuid: string,
  body: NewPolicyCondition,
): Promise<ConditionRow> {
  const columns = toConditionColumns(body);
  const uuid = newUuid();
  return inTransaction(ctx.db, async (tx) => {
    await store.insertCondition(tx, await lock(tx, policyUuid), uuid, columns);
    return conditionAfterChange(ctx, tx, principal, policyUuid, uuid);
  });
}

export async function updateCondition(
  ctx: Context,
  principal: Principal,
  body: PolicyConditionChange,
): Promise<ConditionRow> {
  return inTransaction(ctx.db, async (tx) => {
    const { id, policyUuid, violationType } = await lockCondition(tx, body.uuid);
    const given = body.violationType ?? (violationType as NewPolicyCondition['violationType']);
    await store.updateCondition(tx, id, toConditionColumns({ ...body, violationType: given }));
    return conditionAfterChange(ctx, tx, principal, policyUuid, body.uuid);
  });
}

export async function deleteCondition(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { id, policyUuid } = await lockCondition(tx, uuid);
    await store.deleteCondition(tx, id);
    await requestEvaluation(ctx, tx, policyUuid);
  });
}

/** Nothing when it changes nothing: 304. */
export async function changeProject(
  ctx: Context,
  principal: Principal,
  { policyUuid, projectUuid }: { readonly policyUuid: string; readonly projectUuid: string },
  change: 'add' | 'remove',
): Promise<DescribedPolicyRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const id = await lock(tx, policyUuid);
    const projectId = await getProjectId(tx, principal, projectUuid);
    const changed = await (change === 'add' ? store.addProject : store.removeProject)(tx, id, projectId);
    if (!changed) return undefined;
    await requestEvaluation(ctx, tx, policyUuid);
    return getPolicy(tx, principal, policyUuid);
  });
}

/** "Repeated tagging and unknown policy uuids are silently fine." */
export async function changeTag(
  ctx: Context,
  name: string,
  uuids: readonly string[],
  change: 'tag' | 'untag',
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const tagId = await getTagId(tx, name);
    const changed = await (change === 'tag' ? store.tagPolicies : store.untagPolicies)(tx, tagId, uuids);
    for (const uuid of changed) await requestEvaluation(ctx, tx, uuid);
  });
}

export async function getTagsOfPolicy(db: Db, uuid: string): Promise<string[]> {
  const tags = await store.listTagsOfPolicy(db, uuid);
  if (!tags) throw policyNotFound();
  return tags;
}

async function conditionAfterChange(
  ctx: Context,
  tx: Tx,
  principal: Principal,
  policyUuid: string,
  uuid: string,
): Promise<ConditionRow> {
  await requestEvaluation(ctx, tx, policyUuid);
  const { conditions } = await getPolicy(tx, principal, policyUuid);
  const condition = conditions.find((each) => each.uuid === uuid);
  if (!condition) throw conditionNotFound();
  return condition;
}

async function lock(tx: Tx, uuid: string): Promise<number> {
  const id = await store.lockPolicy(tx, uuid);
  if (id === undefined) throw policyNotFound();
  return id;
}

async function lockCondition(tx: Tx, uuid: string) {
  const condition = await store.lockCondition(tx, uuid);
  if (!condition) throw conditionNotFound();
  return condition;
}

async function inPolicyTransaction<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(ctx.db, work);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'A policy with the specified name already exists.');
  }
}

function policyNotFound(): AppError {
  return new AppError('not-found', 'The policy could not be found.');
}

function conditionNotFound(): AppError {
  return new AppError('not-found', 'The policy condition could not be found.');
}
