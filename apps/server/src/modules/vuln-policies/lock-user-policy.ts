import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';
import { vulnPolicyNotFound } from './vuln-policy-errors.ts';
import { lockPolicy } from './vuln-policy-store.ts';

/** Locks a policy until the transaction ends. Throws if it does not exist or belongs to a bundle. */
export async function lockUserPolicy(tx: Tx, uuid: string): Promise<VulnPolicyRow> {
  const policy = await lockPolicy(tx, uuid);
  if (!policy) throw vulnPolicyNotFound();
  if (policy.bundleUuid === null) return policy;
  throw new AppError(
    'forbidden',
    'The policy belongs to a bundle and is read-only. Change it in the bundle.',
  );
}
