import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AnalysisTrigger,
  Group,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  VulnerabilityRetractedSubjectSchema,
} from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import { recordFlood } from '../notifications/record-flood.ts';
import {
  type FindingProjectSubject,
  type FindingSubject,
  loadFindingSubjects,
  type VulnerabilitySubject,
} from './load-finding-subjects.ts';
import type { ChangedFinding, FindingChanges } from './record-findings.ts';
import { listOfNewComponents } from './reports/report-store.ts';

/** What started the analysis. `SCHEDULE` includes changed advisories. */
export type Trigger = 'BOM_UPLOAD' | 'SCHEDULE' | 'MANUAL';

const LEVELS: Readonly<Record<Trigger, string>> = {
  BOM_UPLOAD: 'BOM_UPLOAD_ANALYSIS',
  SCHEDULE: 'PERIODIC_ANALYSIS',
  MANUAL: 'MANUAL_ANALYSIS',
};

/** Emits no events for suppressed findings. */
export async function emitFindingEvents(
  tx: Tx,
  now: Date,
  trigger: Trigger,
  { appeared, retracted }: FindingChanges,
): Promise<void> {
  await emitAbout(tx, now, Group.NEW_VULNERABILITY, appeared, (subject) =>
    newVulnerability(subject, trigger),
  );
  await emitAbout(tx, now, Group.VULNERABILITY_RETRACTED, retracted, vulnerabilityRetracted);
}

async function emitAbout(
  tx: Tx,
  now: Date,
  group: Group,
  findings: readonly ChangedFinding[],
  toEvent: (subject: FindingSubject) => Event,
): Promise<void> {
  const notifiable = findings.filter(({ isSuppressed }) => !isSuppressed);
  const projectIds = notifiable.map(({ projectId }) => projectId);
  if (notifiable.length === 0 || (await recordFlood(tx, group, projectIds))) return;
  const findSubject = await loadFindingSubjects(tx, notifiable);
  await emitInParts(tx, now, notifiable, (finding) => {
    const subject = findSubject(finding);
    return subject && toEvent(subject);
  });
}

/** "Once per component created by this BOM import that has an active unsuppressed finding, with all of them." */
export async function emitNewDependencyEvents(
  tx: Tx,
  now: Date,
  projectId: number,
  importedAt: Date,
): Promise<void> {
  const pairs = await listOfNewComponents(tx, projectId, importedAt);
  if (pairs.length === 0) return;
  const findings = pairs.map((pair) => ({ ...pair, projectId }));
  const byComponent = Map.groupBy(findings, ({ componentId }) => componentId);
  const projectIds = [...byComponent.keys()].map(() => projectId);
  if (await recordFlood(tx, Group.NEW_VULNERABLE_DEPENDENCY, projectIds)) return;
  const findSubject = await loadFindingSubjects(tx, findings);
  await emitInParts(tx, now, [...byComponent.values()], (group) =>
    newVulnerableDependency(group.flatMap((finding) => findSubject(finding) ?? [])),
  );
}

/** Encoding all events at once would block the event loop. */
const PART_SIZE = 250;

async function emitInParts<Item>(
  tx: Tx,
  now: Date,
  items: readonly Item[],
  toEvent: (item: Item) => Event | undefined,
): Promise<void> {
  for (let at = 0; at < items.length; at += PART_SIZE) {
    const events = items.slice(at, at + PART_SIZE).map(toEvent);
    await emitEvents(
      tx,
      now,
      events.filter((event) => event !== undefined),
    );
    await nextTurn();
  }
}

function newVulnerability({ component, project, vulnerability }: FindingSubject, trigger: Trigger): Event {
  const message = {
    component,
    project,
    vulnerability,
    affectedProjectsReference: toReference(vulnerability),
    vulnerabilityAnalysisLevel: LEVELS[trigger],
    affectedProjects: [project],
    analysisTrigger: AnalysisTrigger[trigger],
  };
  return {
    group: Group.NEW_VULNERABILITY,
    title: `New Vulnerability Identified on Project: [${nameOf(project)}]`,
    content: describe(vulnerability),
    subject: { schema: NewVulnerabilitySubjectSchema, message },
    projectUuid: project.uuid,
  };
}

function newVulnerableDependency(findings: readonly FindingSubject[]): Event | undefined {
  const [first] = findings;
  if (!first) return undefined;
  const { component, project } = first;
  const vulnerabilities = findings.map(({ vulnerability }) => vulnerability);
  const known = vulnerabilities.length === 1 ? 'vulnerability' : 'vulnerabilities';
  return {
    group: Group.NEW_VULNERABLE_DEPENDENCY,
    title: `Vulnerable Dependency Introduced on Project: [${nameOf(project)}]`,
    content: `A dependency was introduced that contains ${vulnerabilities.length} known ${known}`,
    subject: {
      schema: NewVulnerableDependencySubjectSchema,
      message: { component, project, vulnerabilities },
    },
    projectUuid: project.uuid,
  };
}

function vulnerabilityRetracted({ component, project, vulnerability }: FindingSubject): Event {
  return {
    group: Group.VULNERABILITY_RETRACTED,
    title: `Vulnerability No Longer Reported on Project: [${nameOf(project)}]`,
    content: `${vulnerability.vulnId} is no longer reported for ${component.name}`,
    subject: {
      schema: VulnerabilityRetractedSubjectSchema,
      message: { component, project, vulnerability },
    },
    projectUuid: project.uuid,
  };
}

function nameOf({ name, version }: FindingProjectSubject): string {
  return version ? `${name} : ${version}` : name;
}

function describe({ vulnId, title, description }: VulnerabilitySubject): string {
  return description || (title ? `${vulnId}: ${title}` : vulnId);
}

/** Relative URIs: the receiver knows the base URL. */
function toReference({ source, vulnId }: VulnerabilitySubject) {
  const [from, id] = [encodeURIComponent(source), encodeURIComponent(vulnId)];
  return {
    apiUri: `/api/v1/vulnerability/source/${from}/vuln/${id}/projects`,
    frontendUri: `/vulnerabilities/${from}/${id}/affectedProjects`,
  };
}
