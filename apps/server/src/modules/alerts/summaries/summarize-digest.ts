import type { MessageInitShape } from '@bufbuild/protobuf';
import { isMessage } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type Component,
  Group,
  NewPolicyViolationsSummarySubjectSchema,
  NewVulnerabilitiesSummarySubjectSchema,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  type Notification,
  PolicyViolationSubjectSchema,
  type Project,
  type Vulnerability,
} from '@tallyman/contract/notification';
import type { Event } from '../../notifications/event.ts';
import { unpackSubject } from '../../notifications/notification-json.ts';
import { plural } from './summary-counts.ts';

/** The groups that a digest collects. Everything else is sent at once. */
export const DIGESTED_GROUPS: ReadonlySet<string> = new Set([
  'NEW_VULNERABILITY',
  'NEW_VULNERABLE_DEPENDENCY',
  'POLICY_VIOLATION',
]);

/** How many findings or violations a digest lists, worst first. It counts all of them. */
const MAX_LISTED = 20;
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'];
const STATES = ['FAIL', 'WARN', 'INFO'];

type Finding = NonNullable<
  NonNullable<
    MessageInitShape<typeof NewVulnerabilitiesSummarySubjectSchema>['findingsByProject']
  >[number]['findings']
>[number];
type Violation = NonNullable<
  NonNullable<
    MessageInitShape<typeof NewPolicyViolationsSummarySubjectSchema>['violationsByProject']
  >[number]['violations']
>[number];

/** Summarises notifications about one project. Each finding counts once, however many notifications mention it. */
export class DigestSummary {
  readonly #since: Date;
  readonly #findings = new Ranking<Finding>();
  readonly #violations = new Ranking<Violation>();
  #project: Project | undefined;

  constructor(since: Date) {
    this.#since = since;
  }

  add(notification: Notification): void {
    const subject = unpackSubject(notification);
    const at = notification.timestamp ?? timestampFromDate(this.#since);
    if (isMessage(subject, NewVulnerabilitySubjectSchema)) {
      this.#project = subject.project;
      this.#addFinding(subject.component, subject.vulnerability, at);
    } else if (isMessage(subject, NewVulnerableDependencySubjectSchema)) {
      this.#project = subject.project;
      for (const vulnerability of subject.vulnerabilities)
        this.#addFinding(subject.component, vulnerability, at);
    } else if (isMessage(subject, PolicyViolationSubjectSchema) && subject.policyViolation) {
      const { uuid, type, timestamp = at, condition } = subject.policyViolation;
      this.#project = subject.project;
      const violation = { uuid, type, timestamp, component: subject.component, policyCondition: condition };
      const rank = STATES.indexOf(condition?.policy?.violationState ?? '');
      this.#violations.add(uuid, { name: type, rank, component: subject.component?.uuid ?? '' }, violation);
    }
  }

  #addFinding(
    component: Component | undefined,
    vulnerability: Vulnerability | undefined,
    attributedOn: Finding['attributedOn'],
  ): void {
    const severity = vulnerability?.severity ?? 'UNASSIGNED';
    const about = { name: severity, rank: SEVERITIES.indexOf(severity), component: component?.uuid ?? '' };
    this.#findings.add(`${component?.uuid} ${vulnerability?.uuid}`, about, {
      component,
      vulnerability,
      attributedOn,
    });
  }

  /** At most one event for findings and one for violations. */
  toEvents(projectUuid: string): Event[] {
    return [
      ...(this.#findings.size > 0 ? [{ ...this.#toFindingsEvent(), projectUuid }] : []),
      ...(this.#violations.size > 0 ? [{ ...this.#toViolationsEvent(), projectUuid }] : []),
    ];
  }

  #toFindingsEvent(): Event {
    const { size, counts, components, top } = this.#findings;
    const project = this.#project;
    const lines = top.map(
      ({ component, vulnerability }) =>
        `${vulnerability?.severity ?? 'UNASSIGNED'} ${vulnerability?.vulnId} in ${component?.name} ${component?.version}`,
    );
    return {
      group: Group.NEW_VULNERABILITIES_SUMMARY,
      title: `${plural(size, 'new vulnerability', 'new vulnerabilities')} in ${nameOf(project)}`,
      content: toContent(this.#findings, lines, 'new vulnerability', 'new vulnerabilities'),
      subject: {
        schema: NewVulnerabilitiesSummarySubjectSchema,
        message: {
          overview: {
            affectedProjectsCount: 1,
            affectedComponentsCount: components,
            newVulnerabilitiesCount: size,
            newVulnerabilitiesCountBySeverity: counts,
            totalNewVulnerabilitiesCount: size,
          },
          projectSummaries: [
            {
              project,
              newVulnerabilitiesCountBySeverity: counts,
              totalNewVulnerabilitiesCountBySeverity: counts,
            },
          ],
          findingsByProject: [{ project, findings: [...top] }],
          since: timestampFromDate(this.#since),
        },
      },
    };
  }

  #toViolationsEvent(): Event {
    const { size, counts, components, top } = this.#violations;
    const project = this.#project;
    const lines = top.map(
      ({ type, component, policyCondition }) =>
        `${type} ${policyCondition?.policy?.name ?? ''}: ${component?.name} ${component?.version}`,
    );
    return {
      group: Group.NEW_POLICY_VIOLATIONS_SUMMARY,
      title: `${plural(size, 'new policy violation')} in ${nameOf(project)}`,
      content: toContent(this.#violations, lines, 'new policy violation'),
      subject: {
        schema: NewPolicyViolationsSummarySubjectSchema,
        message: {
          overview: {
            affectedProjectsCount: 1,
            affectedComponentsCount: components,
            newViolationsCount: size,
            newViolationsCountByType: counts,
            totalNewViolationsCount: size,
          },
          projectSummaries: [
            { project, newViolationsCountByType: counts, totalNewViolationsCountByType: counts },
          ],
          violationsByProject: [{ project, violations: [...top] }],
          since: timestampFromDate(this.#since),
        },
      },
    };
  }
}

interface Ranked {
  /** The severity or type that it is counted under. */
  readonly name: string;
  /** The worst is 0. Negative ranks come last. */
  readonly rank: number;
  readonly component: string;
}

/** Counts all items and keeps the worst. */
class Ranking<Item> {
  readonly counts: Record<string, number> = {};
  readonly #known = new Set<string>();
  readonly #components = new Set<string>();
  readonly #top: { readonly rank: number; readonly item: Item }[] = [];

  get size(): number {
    return this.#known.size;
  }

  get components(): number {
    return this.#components.size;
  }

  get top(): Item[] {
    return this.#top.map(({ item }) => item);
  }

  add(key: string, { name, rank, component }: Ranked, item: Item): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#components.add(component);
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    const sortable = rank < 0 ? Number.MAX_SAFE_INTEGER : rank;
    const place = this.#top.findIndex((other) => other.rank > sortable);
    this.#top.splice(place < 0 ? this.#top.length : place, 0, { rank: sortable, item });
    if (this.#top.length > MAX_LISTED) this.#top.pop();
  }
}

function toContent(
  { size, counts, components, top }: Ranking<unknown>,
  lines: readonly string[],
  one: string,
  many?: string,
): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name.toLowerCase()}`);
  const more = size > top.length ? [`and ${size - top.length} more`] : [];
  return [
    `${plural(size, one, many)} in ${plural(components, 'component')}: ${parts.join(', ')}.`,
    ...lines,
    ...more,
  ].join('\n');
}

function nameOf(project: Project | undefined): string {
  if (!project) return 'a project';
  return project.version ? `${project.name} ${project.version}` : project.name;
}
