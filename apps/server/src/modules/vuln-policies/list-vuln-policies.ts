import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';
import { countPolicies, listPage } from './vuln-policy-store.ts';

/** "The total is exact up to 500, then 'at least'." */
const MAX_COUNTED = 500;

export async function listVulnPolicies(
  db: Db,
  name: string | undefined,
  { limit, after }: KeysetPage<'rank'>,
): Promise<KeysetRows<VulnPolicyRow>> {
  const rows = await listPage(db, {
    name,
    limit,
    after: after && { priority: after.id, name: String(after.value) },
  });
  const count = await countPolicies(db, name, MAX_COUNTED + 1);
  const isExact = count <= MAX_COUNTED;
  return { rows, total: { count: Math.min(count, MAX_COUNTED), type: isExact ? 'EXACT' : 'AT_LEAST' } };
}
