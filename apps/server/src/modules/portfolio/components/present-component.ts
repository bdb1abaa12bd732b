import type {
  Component,
  ConciseLicense,
  ListedComponent,
  ListedProjectComponent,
  ProjectReference,
  Reference,
} from '@tallyman/contract';
import { presentDependencyMetrics, presentDependencyMetricsV2 } from '../../metric-values/present-metrics.ts';
import type { ComponentRow, LinkedComponentRow, OwnerRow } from './component-columns-store.ts';
import type { FoundComponent } from './component-store.ts';

/** Members without a value are left out. */
export function presentComponent(row: LinkedComponentRow): Component {
  return {
    uuid: row.uuid,
    name: row.name,
    version: row.version ?? undefined,
    group: row.group_name ?? undefined,
    publisher: row.publisher ?? undefined,
    authors: row.authors ?? undefined,
    supplier: row.supplier ?? undefined,
    scope: row.scope ?? undefined,
    classifier: row.classifier,
    filename: row.filename ?? undefined,
    extension: row.extension ?? undefined,
    ...row.hashes,
    cpe: row.cpe ?? undefined,
    purl: row.purl ?? undefined,
    purlCoordinates: row.purl_coordinates ?? undefined,
    swidTagId: row.swid_tag_id ?? undefined,
    isInternal: row.is_internal,
    description: row.description ?? undefined,
    copyright: row.copyright ?? undefined,
    license: row.license_name ?? undefined,
    licenseExpression: row.license_expression ?? undefined,
    licenseUrl: row.license_url ?? undefined,
    resolvedLicense: row.resolved_license ? presentResolvedLicense(row.resolved_license) : undefined,
    directDependencies: row.direct_dependencies ?? undefined,
    externalReferences: row.external_references?.map(presentReference),
    project: presentOwner(row.project),
    lastInheritedRiskScore: row.metrics?.risk_score,
    metrics: row.metrics ? presentDependencyMetrics(row.metrics) : undefined,
    notes: row.notes ?? undefined,
    expandDependencyGraph: false,
    occurrenceCount: row.occurrence_count,
  };
}

export function presentFoundComponent(row: FoundComponent): Component {
  const { parent, properties, project_dependencies } = row;
  return {
    ...presentComponent(row),
    occurrenceCount: row.occurrence_count > 0 ? row.occurrence_count : undefined,
    parent: parent
      ? {
          uuid: parent.uuid,
          group: parent.group_name ?? undefined,
          name: parent.name,
          version: parent.version ?? undefined,
        }
      : undefined,
    properties: properties ?? undefined,
    project: { ...presentOwner(row.project), directDependencies: project_dependencies ?? undefined },
  };
}

/** Leaves out members of the document that the API does not have. */
export function presentReference({ type, url, comment }: Reference): Reference {
  return { type, url, comment };
}

export function presentOwner(project: OwnerRow): ProjectReference {
  return {
    uuid: project.uuid,
    group: project.group_name ?? undefined,
    name: project.name,
    version: project.version ?? undefined,
    classifier: project.classifier ?? undefined,
    isLatest: project.is_latest,
    active: project.active,
  };
}

function presentResolvedLicense(license: NonNullable<ComponentRow['resolved_license']>): ConciseLicense {
  return {
    uuid: license.uuid,
    name: license.name,
    licenseId: license.license_id,
    isOsiApproved: license.is_osi_approved,
    isFsfLibre: license.is_fsf_libre,
    isDeprecatedLicenseId: license.is_deprecated,
    isCustomLicense: license.is_custom,
  };
}

/** Names of members to add, such as `metrics`. Unknown names are ignored. */
type Expanded = readonly string[];

export function presentListedComponent(row: ComponentRow, expand: Expanded): ListedComponent {
  const { uuid, name, version } = row.project;
  return { ...presentItem(row, expand), project: { name, version: version ?? undefined, uuid } };
}

export function presentProjectComponent(row: ComponentRow, expand: Expanded): ListedProjectComponent {
  return {
    ...presentItem(row, expand),
    occurrence_count: expand.includes('occurrence_count') ? row.occurrence_count : undefined,
  };
}

function presentItem(row: ComponentRow, expand: Expanded): ListedProjectComponent {
  const license = row.resolved_license;
  return {
    uuid: row.uuid,
    metrics: row.metrics && expand.includes('metrics') ? presentDependencyMetricsV2(row.metrics) : undefined,
    name: row.name,
    version: row.version ?? undefined,
    group: row.group_name ?? undefined,
    classifier: row.classifier,
    scope: row.scope ?? undefined,
    hashes: row.hashes ?? undefined,
    cpe: row.cpe ?? undefined,
    purl: row.purl ?? undefined,
    swid_tag_id: row.swid_tag_id ?? undefined,
    internal: row.is_internal,
    copyright: row.copyright ?? undefined,
    license: row.license_name ?? undefined,
    license_expression: row.license_expression ?? undefined,
    license_url: row.license_url ?? undefined,
    resolved_license: license
      ? {
          name: license.name,
          license_id: license.license_id,
          uuid: license.uuid,
          osi_approved: license.is_osi_approved,
          fsf_libre: license.is_fsf_libre,
          custom_license: license.is_custom,
        }
      : undefined,
    last_inherited_risk_score: row.metrics?.risk_score,
  };
}
