import type { VulnPolicyBody } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { renamePolicy } from '../findings/rename-policy.ts';
import { requestApplication } from './request-application.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';
import {
  deletePolicies,
  findPolicy,
  insertPolicies,
  lockPolicy,
  updatePolicies,
} from './vuln-policy-store.ts';

export async function getVulnPolicy(db: Db, uuid: string): Promise<VulnPolicyRow> {
  return required(await findPolicy(db, uuid));
}

/** Every change is applied to the portfolio at once: the job is part of it. */
export async function createVulnPolicy(ctx: Context, body: VulnPolicyBody): Promise<string> {
  const draft = toPolicyDraft(body);
  const uuid = newUuid();
  await inPolicyTransaction(ctx, async (tx) => {
    await insertPolicies(tx, [{ ...draft, uuid }], null, ctx.now());
    await requestApplication(ctx, tx, [draft.condition]);
  });
  return uuid;
}

export async function updateVulnPolicy(ctx: Context, uuid: string, body: VulnPolicyBody): Promise<void> {
  const draft = toPolicyDraft(body);
  await inPolicyTransaction(ctx, async (tx) => {
    const { condition, name } = requireOwn(await lockPolicy(tx, uuid));
    await updatePolicies(tx, [{ ...draft, uuid }], ctx.now());
    await renamePolicy(tx, name, draft.name);
    await requestApplication(ctx, tx, [condition, draft.condition]);
  });
}

export async function deleteVulnPolicy(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { condition } = requireOwn(await lockPolicy(tx, uuid));
    await deletePolicies(tx, [uuid]);
    await requestApplication(ctx, tx, [condition]);
  });
}

function required(policy: VulnPolicyRow | undefined): VulnPolicyRow {
  if (!policy) throw new AppError('not-found', 'The requested resource could not be found.');
  return policy;
}

function requireOwn(found: VulnPolicyRow | undefined): VulnPolicyRow {
  const policy = required(found);
  if (policy.bundleUuid === null) return policy;
  throw new AppError(
    'forbidden',
    'The policy belongs to a bundle and is read-only. Change it in the bundle.',
  );
}

async function inPolicyTransaction(ctx: Context, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await inTransaction(ctx.db, work);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'A vulnerability policy with this name already exists.', {
      title: 'Resource already exists',
    });
  }
}
