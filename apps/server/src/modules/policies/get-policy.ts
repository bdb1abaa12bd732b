import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { DescribedPolicyRow } from './policy.ts';
import { policyNotFound } from './policy-errors.ts';
import { findPolicy } from './policy-store.ts';

export async function getPolicy(db: Db, principal: Principal, uuid: string): Promise<DescribedPolicyRow> {
  const policy = await findPolicy(db, principal, uuid);
  if (!policy) throw policyNotFound();
  return policy;
}
