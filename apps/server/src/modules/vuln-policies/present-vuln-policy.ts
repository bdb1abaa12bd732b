import type { VulnPolicy, VulnPolicyListItem } from '@tallyman/contract';
import type { VulnPolicyRow } from './vuln-policy.ts';

const sourceOf = ({ bundleUuid }: VulnPolicyRow) => (bundleUuid === null ? 'USER' : 'BUNDLE');

export function presentListedPolicy(row: VulnPolicyRow): VulnPolicyListItem {
  return {
    uuid: row.uuid,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.author !== null && { author: row.author }),
    priority: row.priority,
    operation_mode: row.operationMode,
    source: sourceOf(row),
  };
}

export function presentPolicy(row: VulnPolicyRow): VulnPolicy {
  const { response, ...analysis } = row.analysis;
  return {
    ...presentListedPolicy(row),
    condition: row.condition,
    analysis: { ...analysis, ...(response && { vendor_response: response }) },
    ...(row.ratings.length > 0 && { ratings: [...row.ratings] }),
    ...(row.validFrom && { valid_from: row.validFrom.getTime() }),
    ...(row.validUntil && { valid_until: row.validUntil.getTime() }),
    created: row.createdAt.getTime(),
    ...(row.updatedAt && { updated: row.updatedAt.getTime() }),
    ...(row.evaluationError !== null && { evaluation_error: row.evaluationError }),
  };
}
