import { create, type MessageShape } from '@bufbuild/protobuf';
import { ComponentSchema, ProjectSchema, VulnerabilitySchema } from '@tallyman/contract/notification';
import type { Db } from '../../platform/db/database.ts';
import { toCwe } from '../vulnerabilities/cwe-dictionary.ts';
import type { ProjectFinding } from './finding-key.ts';
import {
  type ComponentRow,
  listComponents,
  listProjects,
  listVulnerabilities,
  type ProjectRow,
  type VulnerabilityRow,
} from './finding-subject-store.ts';

type ComponentSubject = MessageShape<typeof ComponentSchema>;
export type FindingProjectSubject = MessageShape<typeof ProjectSchema>;
export type VulnerabilitySubject = MessageShape<typeof VulnerabilitySchema>;

export interface FindingSubject {
  readonly component: ComponentSubject;
  readonly project: FindingProjectSubject;
  readonly vulnerability: VulnerabilitySubject;
}

/** Returns undefined if the finding was deleted meanwhile. */
export type FindSubject = (key: ProjectFinding) => FindingSubject | undefined;

/** Loads the component, project and vulnerability of findings as notifications present them, in three queries. */
export async function loadFindingSubjects(db: Db, keys: readonly ProjectFinding[]): Promise<FindSubject> {
  const idsOf = (name: keyof ProjectFinding) => [...new Set(keys.map((key) => key[name]))];
  const components = byId(await listComponents(db, idsOf('componentId')), toComponent);
  const projects = byId(await listProjects(db, idsOf('projectId')), toProject);
  const vulnerabilities = byId(await listVulnerabilities(db, idsOf('vulnerabilityId')), toVulnerability);
  return ({ componentId, projectId, vulnerabilityId }) => {
    const component = components.get(componentId);
    const project = projects.get(projectId);
    const vulnerability = vulnerabilities.get(vulnerabilityId);
    return component && project && vulnerability ? { component, project, vulnerability } : undefined;
  };
}

function byId<Row extends { readonly id: number }, Subject>(
  rows: readonly Row[],
  toSubject: (row: Row) => Subject,
): Map<number, Subject> {
  return new Map(rows.map((row) => [row.id, toSubject(row)]));
}

function toComponent(row: ComponentRow): ComponentSubject {
  return create(ComponentSchema, {
    uuid: row.uuid,
    group: row.group_name ?? undefined,
    name: row.name,
    version: row.version ?? '',
    purl: row.purl ?? undefined,
    md5: row.md5 ?? undefined,
    sha1: row.sha1 ?? undefined,
    sha256: row.sha256 ?? undefined,
    sha512: row.sha512 ?? undefined,
  });
}

function toProject(row: ProjectRow): FindingProjectSubject {
  return create(ProjectSchema, {
    uuid: row.uuid,
    name: row.name,
    version: row.version ?? undefined,
    description: row.description ?? undefined,
    purl: row.purl ?? undefined,
    tags: [...row.tags],
    isActive: row.is_active,
  });
}

function toVulnerability(row: VulnerabilityRow): VulnerabilitySubject {
  return create(VulnerabilitySchema, {
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
  });
}
