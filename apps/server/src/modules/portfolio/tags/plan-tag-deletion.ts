import type { Permission } from '@tallyman/contract';
import type { TagUsage } from './tag-store.ts';

/** Returns the reason for each tag that cannot be deleted. */
export function planTagDeletion(
  permissions: ReadonlySet<Permission>,
  requested: readonly string[],
  usages: readonly TagUsage[],
): Record<string, string> {
  const usageOf = new Map(usages.map((usage) => [usage.name, usage]));
  const mayUntag = permissions.has('PORTFOLIO_MANAGEMENT') || permissions.has('PORTFOLIO_MANAGEMENT_UPDATE');
  const mayUntagPolicies =
    permissions.has('POLICY_MANAGEMENT') || permissions.has('POLICY_MANAGEMENT_UPDATE');
  const mayUnlimit =
    permissions.has('SYSTEM_CONFIGURATION') || permissions.has('SYSTEM_CONFIGURATION_UPDATE');
  const reasons = requested.map(
    (name) => [name, findReason(usageOf.get(name), mayUntag, mayUntagPolicies, mayUnlimit)] as const,
  );
  return Object.fromEntries(reasons.flatMap(([name, reason]) => (reason ? [[name, reason]] : [])));
}

function findReason(
  usage: TagUsage | undefined,
  mayUntag: boolean,
  mayUntagPolicies: boolean,
  mayUnlimit: boolean,
): string | undefined {
  if (!usage?.visible) return 'Tag does not exist';
  if (usage.projects > 0 && !mayUntag) {
    return `The tag is assigned to ${usage.projects} project(s), but you lack the permission PORTFOLIO_MANAGEMENT or PORTFOLIO_MANAGEMENT_UPDATE`;
  }
  if (usage.collection_projects > 0) {
    return `The tag is used by ${usage.collection_projects} collection project(s)`;
  }
  if (usage.hidden_use) return 'Projects that you may not see use the tag. Ask an administrator to delete it';
  if (usage.notification_rules > 0 && !mayUnlimit) {
    return `The tag is assigned to ${usage.notification_rules} alert(s), but you lack the permission SYSTEM_CONFIGURATION or SYSTEM_CONFIGURATION_UPDATE`;
  }
  if (usage.policies > 0 && !mayUntagPolicies) {
    return `The tag is assigned to ${usage.policies} policy(s), but you lack the permission POLICY_MANAGEMENT or POLICY_MANAGEMENT_UPDATE`;
  }
  return undefined;
}
