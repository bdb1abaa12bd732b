import type { TaggedProject, TagListItem } from '@tallyman/contract';
import type { TaggedProjectRow, TagRow } from './tag-store.ts';

/** Only projects and vulnerabilities carry tags yet. */
export function presentTag(row: TagRow): TagListItem {
  return {
    name: row.name,
    projectCount: row.project_count,
    collectionProjectCount: row.collection_project_count,
    policyCount: row.policy_count,
    notificationRuleCount: 0,
    vulnerabilityCount: row.vulnerability_count,
  };
}

export function presentTaggedProject(row: TaggedProjectRow): TaggedProject {
  return { uuid: row.uuid, name: row.name, version: row.version ?? undefined };
}
