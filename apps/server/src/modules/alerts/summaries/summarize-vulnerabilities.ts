import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, NewVulnerabilitiesSummarySubjectSchema } from '@tallyman/contract/notification';
import type { FindSubject } from '../../findings/load-finding-subjects.ts';
import type { Event } from '../../notifications/event.ts';
import { countBy, plural } from './summary-counts.ts';
import type { NewFinding } from './summary-store.ts';

/** "Scheduled summary of new vulnerabilities across projects". Suppressed ones count in the totals only. */
export function newVulnerabilitiesSummary(
  findings: readonly NewFinding[],
  findSubject: FindSubject,
  since: Date,
): Event {
  const known = findings.flatMap((finding) => {
    const subject = findSubject(finding);
    return subject ? [{ ...finding, subject }] : [];
  });
  const byProject = [...Map.groupBy(known, ({ projectId }) => projectId).values()];
  const unsuppressed = known.filter(({ isSuppressed }) => !isSuppressed);
  const components = new Set(known.map(({ componentId }) => componentId)).size;
  const bySeverity = (some: readonly NewFinding[]) => countBy(some, ({ severity }) => severity);
  const suppressed = known.length - unsuppressed.length;
  return {
    group: Group.NEW_VULNERABILITIES_SUMMARY,
    title: 'New Vulnerabilities Summary',
    content:
      `Identified ${plural(known.length, 'new vulnerability', 'new vulnerabilities')} across ` +
      `${plural(byProject.length, 'project')} and ${plural(components, 'component')} since ${since.toISOString()}, ` +
      `of which ${suppressed} are suppressed.`,
    subject: {
      schema: NewVulnerabilitiesSummarySubjectSchema,
      message: {
        overview: {
          affectedProjectsCount: byProject.length,
          affectedComponentsCount: components,
          newVulnerabilitiesCount: unsuppressed.length,
          newVulnerabilitiesCountBySeverity: bySeverity(unsuppressed),
          suppressedNewVulnerabilitiesCount: suppressed,
          totalNewVulnerabilitiesCount: known.length,
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
