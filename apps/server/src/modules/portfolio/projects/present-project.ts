import type { ConciseProject, Project, ProjectListItem, ProjectMembers } from '@tallyman/contract';
import { presentConciseMetrics, presentProjectMetrics } from '../../metric-values/present-metrics.ts';
import type { ProjectDetails } from './get-project.ts';
import type { ProjectRow } from './project-columns-store.ts';
import type { ConciseRow, ListedProject } from './project-list-store.ts';

/** Members without a value are left out. */
export function presentProject(row: ProjectRow): ProjectMembers {
  return {
    uuid: row.uuid,
    group: row.group_name ?? undefined,
    name: row.name,
    version: row.version ?? undefined,
    classifier: row.classifier ?? undefined,
    description: row.description ?? undefined,
    publisher: row.publisher ?? undefined,
    purl: row.purl ?? undefined,
    swidTagId: row.swid_tag_id ?? undefined,
    cpe: row.cpe ?? undefined,
    isLatest: row.is_latest,
    active: row.inactive_since === null,
    inactiveSince: row.inactive_since?.getTime(),
    lastBomImport: row.last_bom_import?.getTime(),
    lastBomImportFormat: row.last_bom_import_format ?? undefined,
    lastVulnerabilityAnalysis: row.last_vulnerability_analysis?.getTime(),
    lastInheritedRiskScore: row.metrics?.risk_score,
    externalReferences: row.external_references ?? undefined,
    supplier: row.supplier ?? undefined,
    manufacturer: row.manufacturer ?? undefined,
    authors: row.authors ?? undefined,
    tags: row.tags?.map(toNamed),
    metadata: row.metadata ?? undefined,
    metrics: row.metrics ? presentProjectMetrics(row.metrics) : undefined,
    collectionLogic: row.collection_logic ?? undefined,
    collectionTag: row.collection_tag === null ? undefined : { name: row.collection_tag },
    parent: row.parent
      ? { uuid: row.parent.uuid, name: row.parent.name, version: row.parent.version ?? undefined }
      : undefined,
  };
}

export function presentListItem(row: ListedProject): ProjectListItem {
  return { ...presentProject(row), hasChildren: row.has_children };
}

export function presentDetails(details: ProjectDetails): Project {
  const { project, children, versions, directDependencies } = details;
  return {
    ...presentProject(project),
    directDependencies: directDependencies ?? undefined,
    children: children.map(presentProject),
    versions: versions.map((version) => ({
      uuid: version.uuid,
      version: version.version,
      isLatest: version.is_latest,
      active: version.inactive_since === null,
    })),
  };
}

export function presentConcise(row: ConciseRow, withMetrics: boolean): ConciseProject {
  return {
    uuid: row.uuid,
    group: row.group_name ?? undefined,
    name: row.name,
    version: row.version ?? undefined,
    classifier: row.classifier ?? undefined,
    active: row.inactive_since === null,
    isLatest: row.is_latest,
    collectionLogic: row.collection_logic ?? undefined,
    tags: row.tags?.map(toNamed),
    teams: row.teams?.map(toNamed),
    lastBomImport: row.last_bom_import?.getTime(),
    lastBomImportFormat: row.last_bom_import_format ?? undefined,
    lastRiskScore: row.metrics?.risk_score,
    hasChildren: row.has_children,
    metrics: withMetrics && row.metrics ? presentConciseMetrics(row.metrics) : undefined,
  };
}

function toNamed(name: string): { name: string } {
  return { name };
}
