import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, NewPolicyViolationsSummarySubjectSchema } from '@tallyman/contract/notification';
import type { Event } from '../../notifications/event.ts';
import { countBy, plural } from './summary-counts.ts';
import type { listSummaryComponents, listSummaryProjects, NewViolation } from './summary-store.ts';

type Projects = Awaited<ReturnType<typeof listSummaryProjects>>;
type Components = Awaited<ReturnType<typeof listSummaryComponents>>;

/** "Scheduled summary of new policy violations across projects". Suppressed ones count in the totals only. */
export function newViolationsSummary(
  violations: readonly NewViolation[],
  projects: Projects,
  components: Components,
  since: Date,
): Event {
  const projectById = new Map(projects.map((row) => [row.id, toProject(row)]));
  const componentById = new Map(components.map((row) => [row.id, toComponent(row)]));
  const byProject = [...Map.groupBy(violations, ({ projectId }) => projectId)];
  const unsuppressed = violations.filter(({ isSuppressed }) => !isSuppressed);
  const suppressed = violations.length - unsuppressed.length;
  const affected = new Set(violations.map(({ componentId }) => componentId)).size;
  const byType = (some: readonly NewViolation[]) => countBy(some, ({ type }) => type);
  return {
    group: Group.NEW_POLICY_VIOLATIONS_SUMMARY,
    title: 'New Policy Violations Summary',
    content:
      `Identified ${plural(violations.length, 'new policy violation')} across ` +
      `${plural(byProject.length, 'project')} and ${plural(affected, 'component')} since ${since.toISOString()}, ` +
      `of which ${suppressed} are suppressed.`,
    subject: {
      schema: NewPolicyViolationsSummarySubjectSchema,
      message: {
        overview: {
          affectedProjectsCount: byProject.length,
          affectedComponentsCount: affected,
          newViolationsCount: unsuppressed.length,
          newViolationsCountByType: byType(unsuppressed),
          suppressedNewViolationsCount: suppressed,
          totalNewViolationsCount: violations.length,
        },
        projectSummaries: byProject.map(([projectId, ofProject]) => ({
          project: projectById.get(projectId),
          newViolationsCountByType: byType(ofProject.filter(({ isSuppressed }) => !isSuppressed)),
          suppressedNewViolationsCountByType: byType(ofProject.filter(({ isSuppressed }) => isSuppressed)),
          totalNewViolationsCountByType: byType(ofProject),
        })),
        violationsByProject: byProject.map(([projectId, ofProject]) => ({
          project: projectById.get(projectId),
          violations: ofProject.map((violation) => ({
            ...toViolation(violation),
            component: componentById.get(violation.componentId),
          })),
        })),
        since: timestampFromDate(since),
      },
    },
  };
}

function toProject({ uuid, name, version, description, purl, tags, isActive }: Projects[number]) {
  return {
    uuid,
    name,
    version: version ?? undefined,
    description: description ?? undefined,
    purl: purl ?? undefined,
    tags,
    isActive,
  };
}

function toComponent({ uuid, name, version, purl, group }: Components[number]) {
  return { uuid, name, version: version ?? '', purl: purl ?? undefined, group: group ?? undefined };
}

function toViolation(violation: NewViolation) {
  const { uuid, type, conditionUuid, subject, operator, value } = violation;
  return {
    uuid,
    type,
    timestamp: timestampFromDate(violation.occurredAt),
    analysisState: violation.state ?? undefined,
    suppressed: violation.isSuppressed,
    policyCondition: {
      uuid: conditionUuid,
      subject,
      operator,
      value,
      policy: {
        uuid: violation.policyUuid,
        name: violation.policyName,
        violationState: violation.violationState,
      },
    },
  };
}
