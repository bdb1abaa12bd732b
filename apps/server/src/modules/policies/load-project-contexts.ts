import type { Db } from '../../platform/db/database.ts';
import type { PolicyContext } from './policy-context.ts';
import {
  COMPONENT,
  type License,
  type PolicyComponent,
  type PolicyProject,
  type PolicyVulnerability,
  PROJECT,
  VULNERABILITY,
} from './policy-messages.ts';
import {
  type ComponentRow,
  type LicenseRow,
  listComponents,
  listEdges,
  listLicensesById,
  listProjects,
  listVulnerabilities,
  type ProjectRow,
  type VulnerabilityRow,
} from './project-context-store.ts';
import { ProjectGraph } from './project-graph.ts';

export interface ContextNeeds {
  /** All components, or only those with active findings. */
  readonly components: 'all' | 'affected';
  readonly graph: boolean;
}

/** A project with everything that policies can use. */
export interface ProjectContext extends PolicyContext {
  readonly project: PolicyProject;
  readonly vulnerabilities: ReadonlyMap<number, PolicyVulnerability>;
}

/** Returns undefined if the project no longer exists. */
export async function loadProjectContext(
  db: Db,
  projectId: number,
  now: Date,
  needs: ContextNeeds,
): Promise<ProjectContext | undefined> {
  return (await loadProjectContexts(db, [projectId], now, needs)).get(projectId);
}

/** Leaves out projects that no longer exist. Runs a fixed number of queries for any number of projects. */
export async function loadProjectContexts(
  db: Db,
  projectIds: readonly number[],
  now: Date,
  needs: ContextNeeds,
): Promise<ReadonlyMap<number, ProjectContext>> {
  const projects = await listProjects(db, projectIds);
  const rows = await listComponents(db, projectIds, needs.components);
  const licenseIds = new Set(rows.flatMap(({ license_id }) => license_id ?? []));
  const licenses = licenseIds.size > 0 ? await listLicensesById(db, [...licenseIds]) : [];
  const licenseOf = new Map(licenses.map((license) => [license.database_id, license]));
  const found = await listVulnerabilities(db, projectIds);
  const vulnerabilities = new Map(found.map((row) => [row.id, toPolicyVulnerability(row)]));
  const edges = needs.graph ? await listEdges(db, projectIds) : [];
  const rowsOf = Map.groupBy(rows, ({ project_id }) => project_id);
  const edgesOf = Map.groupBy(edges, ({ project_id }) => project_id);
  return new Map(
    projects.map((project) => [
      project.id,
      {
        now,
        project: toPolicyProject(project),
        components: new Map(
          (rowsOf.get(project.id) ?? []).map((row) => [row.id, toPolicyComponent(row, licenseOf)]),
        ),
        graph: new ProjectGraph(edgesOf.get(project.id) ?? []),
        // Those of all projects: findings look up theirs.
        vulnerabilities,
      },
    ]),
  );
}

function toPolicyProject(row: ProjectRow): PolicyProject {
  const { group_name, id: _id, ...others } = row;
  return { $typeName: PROJECT, ...others, group: group_name };
}

function toPolicyComponent(
  row: ComponentRow,
  licenseOf: ReadonlyMap<number, LicenseRow & License>,
): PolicyComponent {
  const { group_name, license_id, hashes, project_id: _project, ...others } = row;
  return {
    $typeName: COMPONENT,
    ...others,
    ...hashes,
    hashes,
    group: group_name,
    resolved_license: license_id === null ? null : (licenseOf.get(license_id) ?? null),
  };
}

function toPolicyVulnerability(row: VulnerabilityRow): PolicyVulnerability {
  return {
    $typeName: VULNERABILITY,
    databaseId: row.id,
    uuid: row.uuid,
    id: row.vuln_id,
    source: row.source,
    severity: row.severity,
    aliases: row.aliases.map(({ source, vulnId }) => ({ id: vulnId, source })),
    cwes: row.cwes,
    created: row.created_at,
    published: row.published_at,
    updated: row.updated_at,
    cvssv2_base_score: row.cvss_v2_score,
    cvssv2_impact_subscore: row.cvss_v2_impact_score,
    cvssv2_exploitability_subscore: row.cvss_v2_exploitability_score,
    cvssv2_vector: row.cvss_v2_vector,
    cvssv3_base_score: row.cvss_v3_score,
    cvssv3_impact_subscore: row.cvss_v3_impact_score,
    cvssv3_exploitability_subscore: row.cvss_v3_exploitability_score,
    cvssv3_vector: row.cvss_v3_vector,
    cvssv4_score: row.cvss_v4_score,
    cvssv4_vector: row.cvss_v4_vector,
    owasp_rr_likelihood_score: row.owasp_likelihood_score,
    owasp_rr_technical_impact_score: row.owasp_technical_impact_score,
    owasp_rr_business_impact_score: row.owasp_business_impact_score,
    owasp_rr_vector: row.owasp_vector,
    epss_score: row.epss?.score,
    epss_percentile: row.epss?.percentile,
    is_kev: row.is_kev,
  };
}
