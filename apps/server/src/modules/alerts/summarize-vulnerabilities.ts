import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, NewVulnerabilitiesSummarySubjectSchema } from '@tallyman/contract/notification';
import type { FindSubject } from '../findings/load-finding-subjects.ts';
import type { Event } from '../notifications/event.ts';
import { countBy, plural } from './summary-counts.ts';
import type { NewFinding } from './summary-store.ts';

/** "Scheduled summary of new vulnerabilities across projects": what is suppressed counts only in the totals. */
export function newVulnerabilitiesSummary(
  findings: readonly NewFinding[],
  findSubject: FindSubject,
  since: Date,
): Event {
  const told = findings.flatMap((finding) => {
    const subject = findSubject(finding);
    return subject ? [{ ...finding, subject }] : [];
  });
  const byProject = [...Map.groupBy(told, ({ projectId }) => projectId).values()];
  const fresh = told.filter(({ isSuppressed }) => !isSuppressed);
  const components = new Set(told.map(({ componentId }) => componentId)).size;
  const bySeverity = (some: readonly NewFinding[]) => countBy(some, ({ severity }) => severity);
  const suppressed = told.length - fresh.length;
  return {
    group: Group.NEW_VULNERABILITIES_SUMMARY,
    title: 'New Vulnerabilities Summary',
    content:
      `Identified ${plural(told.length, 'new vulnerability', 'new vulnerabilities')} across ` +
      `${plural(byProject.length, 'project')} and ${plural(components, 'component')} since ${since.toISOString()}, ` +
      `of which ${suppressed} are suppressed.`,
    subject: {
      schema: NewVulnerabilitiesSummarySubjectSchema,
      message: {
        overview: {
          affectedProjectsCount: byProject.length,
          affectedComponentsCount: components,
          newVulnerabilitiesCount: fresh.length,
          newVulnerabilitiesCountBySeverity: bySeverity(fresh),
          suppressedNewVulnerabilitiesCount: suppressed,
          totalNewVulnerabilitiesCount: told.length,
        },
        projectSummaries: byProject.map((ofProject) => ({
          project: ofProject[0]?.subject.project,
          newVulnerabilitiesCountBySeverity: bySeverity(
            ofProject.filter(({ isSuppressed }) => !isSuppressed),
          ),
          suppressedNewVulnerabilitiesCountBySeverity: bySeverity(
            ofProject.filter(({ isSuppressed }) => isSuppressed),
          ),
          totalNewVulnerabilitiesCountBySeverity: bySeverity(ofProject),
        })),
        findingsByProject: byProject.map((ofProject) => ({
          project: ofProject[0]?.subject.project,
          findings: ofProject.map(({ subject, ...finding }) => ({
            component: subject.component,
            vulnerability: subject.vulnerability,
            analyzerIdentity: finding.analyzer ?? undefined,
            attributedOn: timestampFromDate(finding.attributedAt),
            referenceUrl: finding.referenceUrl ?? undefined,
            analysisState: finding.state ?? undefined,
            suppressed: finding.isSuppressed,
          })),
        })),
        since: timestampFromDate(since),
      },
    },
  };
}
