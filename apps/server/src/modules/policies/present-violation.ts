import type { Violation, ViolationAnalysis } from '@tallyman/contract';
import type { ViolationComment, ViolationRow } from './violation-list-store.ts';

export function presentViolation(row: ViolationRow): Violation {
  const { component, condition } = row;
  return {
    uuid: row.uuid,
    type: row.type,
    timestamp: row.occurred_at.getTime(),
    project: {
      uuid: row.project.uuid,
      name: row.project.name,
      ...(row.project.version && { version: row.project.version }),
    },
    component: {
      uuid: component.uuid,
      name: component.name,
      ...(component.version && { version: component.version }),
      ...(component.group && { group: component.group }),
      ...(component.purl && { purl: component.purl }),
      ...(component.classifier && { classifier: component.classifier }),
      ...(component.license_name && { license: component.license_name }),
      ...(component.license_expression && { licenseExpression: component.license_expression }),
      ...(row.license && { resolvedLicense: row.license }),
    },
    policyCondition: {
      uuid: condition.uuid,
      subject: condition.subject,
      operator: condition.operator,
      value: condition.value,
      ...(condition.violationType && { violationType: condition.violationType }),
      policy: row.policy,
    },
    ...(row.analysis_state && { analysis: presentViolationAnalysis(row) }),
  };
}

export function presentViolationAnalysis(
  row:
    | Pick<ViolationRow, 'analysis_state' | 'is_suppressed'>
    | { analysis_state: string; is_suppressed: boolean },
  comments: readonly ViolationComment[] = [],
): ViolationAnalysis {
  return {
    analysisState: (row.analysis_state ?? 'NOT_SET') as ViolationAnalysis['analysisState'],
    isSuppressed: row.is_suppressed ?? false,
    ...(comments.length > 0 && {
      analysisComments: comments.map(({ at, comment, commenter }) => ({
        timestamp: at.getTime(),
        comment,
        ...(commenter && { commenter }),
      })),
    }),
  };
}
