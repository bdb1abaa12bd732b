import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ComponentSchema,
  Group,
  type ProjectSchema,
  VulnerabilityAnalysisDecisionChangeSubjectSchema,
  type VulnerabilitySchema,
} from '@tallyman/contract/notification';
import type { Db, Tx } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import { toCwe } from '../vulnerabilities/cwe-dictionary.ts';
import {
  type ComponentRow,
  listComponents,
  listProjects,
  listVulnerabilities,
  type ProjectRow,
  type VulnerabilityRow,
} from './decision-subject-store.ts';
import type { ChangedFinding } from './plan-decisions.ts';

/** "A state or suppression change emits PROJECT_AUDIT_CHANGE": one for each finding. */
export async function emitDecisionEvents(
  tx: Tx,
  now: Date,
  changed: readonly ChangedFinding[],
): Promise<void> {
  const told = changed.filter(isWorthTelling);
  if (told.length === 0) return;
  const subjects = await loadSubjects(tx, told);
  const events = told.map((finding) => toEvent(finding, subjects));
  await emitEvents(
    tx,
    now,
    events.filter((event) => event !== undefined),
  );
}

function isWorthTelling({ before, after }: ChangedFinding): boolean {
  return (
    before.fields.state !== after.fields.state || before.fields.isSuppressed !== after.fields.isSuppressed
  );
}

interface Subjects {
  readonly components: ReadonlyMap<number, MessageInitShape<typeof ComponentSchema>>;
  readonly projects: ReadonlyMap<number, MessageInitShape<typeof ProjectSchema> & { readonly uuid: string }>;
  readonly vulnerabilities: ReadonlyMap<number, MessageInitShape<typeof VulnerabilitySchema>>;
}

async function loadSubjects(db: Db, told: readonly ChangedFinding[]): Promise<Subjects> {
  const idsOf = (name: 'componentId' | 'projectId' | 'vulnerabilityId') => [
    ...new Set(told.map(({ after }) => after[name])),
  ];
  const components = await listComponents(db, idsOf('componentId'));
  const projects = await listProjects(db, idsOf('projectId'));
  const vulnerabilities = await listVulnerabilities(db, idsOf('vulnerabilityId'));
  return {
    components: new Map(components.map((row) => [row.id, toComponent(row)])),
    projects: new Map(projects.map((row) => [row.id, toProject(row)])),
    vulnerabilities: new Map(vulnerabilities.map((row) => [row.id, toVulnerability(row)])),
  };
}

function toEvent(finding: ChangedFinding, subjects: Subjects): Event | undefined {
  const { componentId, projectId, vulnerabilityId, fields } = finding.after;
  const component = subjects.components.get(componentId);
  const project = subjects.projects.get(projectId);
  const vulnerability = subjects.vulnerabilities.get(vulnerabilityId);
  // Deleted meanwhile: nobody is left to tell of.
  if (!component || !project || !vulnerability) return undefined;
  const about = { component, project, vulnerability };
  const analysis = { ...about, state: fields.state, suppressed: fields.isSuppressed };
  return {
    group: Group.PROJECT_AUDIT_CHANGE,
    title: toTitle(finding),
    content: 'An analysis decision was made to a finding affecting a project',
    subject: {
      schema: VulnerabilityAnalysisDecisionChangeSubjectSchema,
      message: { ...about, analysis },
    } as Event['subject'] & object,
    projectUuid: project.uuid,
  };
}

function toTitle({ before, after }: ChangedFinding): string {
  if (before.fields.state !== after.fields.state) return `Analysis Decision: ${after.fields.state}`;
  return `Analysis Decision: ${after.fields.isSuppressed ? 'Violation Suppressed' : 'Violation Unsuppressed'}`;
}

function toComponent(row: ComponentRow): MessageInitShape<typeof ComponentSchema> {
  return {
    uuid: row.uuid,
    group: row.group_name ?? undefined,
    name: row.name,
    version: row.version ?? '',
    purl: row.purl ?? undefined,
    md5: row.md5 ?? undefined,
    sha1: row.sha1 ?? undefined,
    sha256: row.sha256 ?? undefined,
    sha512: row.sha512 ?? undefined,
  };
}

function toProject(row: ProjectRow) {
  return {
    uuid: row.uuid,
    name: row.name,
    version: row.version ?? undefined,
    description: row.description ?? undefined,
    purl: row.purl ?? undefined,
    tags: [...row.tags],
    isActive: row.is_active,
  };
}

function toVulnerability(row: VulnerabilityRow): MessageInitShape<typeof VulnerabilitySchema> {
  return {
    uuid: row.uuid,
    vulnId: row.vuln_id,
    source: row.source,
    aliases: row.aliases.map(({ source, vulnId }) => ({ source, id: vulnId })),
    title: row.title ?? undefined,
    subTitle: row.sub_title ?? undefined,
    description: row.description ?? undefined,
    recommendation: row.recommendation ?? undefined,
    severity: row.severity,
    cwes: row.cwes.map(toCwe),
    cvssV2: row.cvss_v2_score ?? undefined,
    cvssV2Vector: row.cvss_v2_vector ?? undefined,
    cvssV3: row.cvss_v3_score ?? undefined,
    cvssV3Vector: row.cvss_v3_vector ?? undefined,
    cvssV4: row.cvss_v4_score ?? undefined,
    cvssV4Vector: row.cvss_v4_vector ?? undefined,
    owaspRrLikelihood: row.owasp_likelihood_score ?? undefined,
    owaspRrTechnicalImpact: row.owasp_technical_impact_score ?? undefined,
    owaspRrBusinessImpact: row.owasp_business_impact_score ?? undefined,
    owaspRrVector: row.owasp_vector ?? undefined,
  };
}
