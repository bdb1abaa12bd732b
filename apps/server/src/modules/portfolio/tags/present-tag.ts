import type { TaggedProject, TagListItem } from '@tallyman/contract';
import type { TaggedProjectRow, TagRow } from './tag-store.ts';

export function presentTag(row: TagRow): TagListItem {
  return {
    name: row.name,
    projectCount: row.project_count,
    collectionProjectCount: row.collection_project_count,
    policyCount: row.policy_count,
    notificationRuleCount: row.notification_rule_count,
    vulnerabilityCount: row.vulnerability_count,
  };
}

export function presentTaggedProject(row: TaggedProjectRow): TaggedProject {
  return { uuid: row.uuid, name: row.name, version: row.version ?? undefined };
}
