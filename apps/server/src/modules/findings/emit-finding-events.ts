import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AnalysisTrigger,
  Group,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  VulnerabilityRetractedSubjectSchema,
} from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { countUnheard } from '../notifications/count-unheard.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import {
  type FindingProjectSubject,
  type FindingSubject,
  loadFindingSubjects,
  type VulnerabilitySubject,
} from './load-finding-subjects.ts';
import type { ChangedFinding, FindingChanges } from './record-findings.ts';
import { listOfNewComponents } from './reports/report-store.ts';

/** What made somebody look: an upload, the clock or a changed advisory, or a person. */
export type Trigger = 'BOM_UPLOAD' | 'SCHEDULE' | 'MANUAL';

const LEVELS: Readonly<Record<Trigger, string>> = {
  BOM_UPLOAD: 'BOM_UPLOAD_ANALYSIS',
  SCHEDULE: 'PERIODIC_ANALYSIS',
  MANUAL: 'MANUAL_ANALYSIS',
};

/** Of suppressed findings nothing is told. */
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
  const told = findings.filter(({ isSuppressed }) => !isSuppressed);
  const projectIds = told.map(({ projectId }) => projectId);
  if (told.length === 0 || (await countUnheard(tx, group, projectIds))) return;
  const findSubject = await loadFindingSubjects(tx, told);
  await emitInParts(tx, now, told, (finding) => {
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
  if (await countUnheard(tx, Group.NEW_VULNERABLE_DEPENDENCY, projectIds)) return;
  const findSubject = await loadFindingSubjects(tx, findings);
  await emitInParts(tx, now, [...byComponent.values()], (group) =>
    newVulnerableDependency(group.flatMap((finding) => findSubject(finding) ?? [])),
  );
}

/** Encoding them all at once would hold up the whole process. */
const PART = 250;

async function emitInParts<Item>(
  tx: Tx,
  now: Date,
  items: readonly Item[],
  toEvent: (item: Item) => Event | undefined,
): Promise<void> {
  for (let at = 0; at < items.length; at += PART) {
    const events = items.slice(at, at + PART).map(toEvent);
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

/** Relative: whoever receives it knows where we are. */
function toReference({ source, vulnId }: VulnerabilitySubject) {
  const [from, id] = [encodeURIComponent(source), encodeURIComponent(vulnId)];
  return {
    apiUri: `/api/v1/vulnerability/source/${from}/vuln/${id}/projects`,
    frontendUri: `/vulnerabilities/${from}/${id}/affectedProjects`,
  };
}
