import type { Policy, PolicyCondition } from '@tallyman/contract';
import type { ConditionRow, DescribedPolicyRow } from './policy.ts';

export function presentPolicy(row: DescribedPolicyRow): Policy {
  return {
    uuid: row.uuid,
    name: row.name,
    operator: row.operator,
    violationState: row.violationState,
    includeChildren: row.includeChildren,
    onlyLatestProjectVersion: row.onlyLatestProjectVersion,
    policyConditions: row.conditions.map(presentCondition),
    projects: row.projects.map(({ uuid, name, version }) => ({ uuid, name, ...(version && { version }) })),
    tags: row.tags.map((name) => ({ name })),
    global: row.isGlobal,
  };
}

export function presentCondition(row: ConditionRow): PolicyCondition {
  return {
    uuid: row.uuid,
    subject: row.subject,
    operator: row.operator,
    value: row.value,
    ...(row.violationType && { violationType: row.violationType }),
    ...(row.evaluationError && { evaluationError: row.evaluationError }),
  };
}
