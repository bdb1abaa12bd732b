import type { Db } from '../../platform/db/database.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';
import { vulnPolicyNotFound } from './vuln-policy-errors.ts';
import { findPolicy } from './vuln-policy-store.ts';

export async function getVulnPolicy(db: Db, uuid: string): Promise<VulnPolicyRow> {
  const policy = await findPolicy(db, uuid);
  if (!policy) throw vulnPolicyNotFound();
  return policy;
}
