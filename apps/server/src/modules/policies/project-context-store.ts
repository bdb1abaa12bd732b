import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import {
  type AliasName,
  aliasesOf,
  type EpssScore,
  epssOf,
  isKev,
} from '../vulnerabilities/aliases/alias-access.ts';
import { allVulnerabilityRatings } from '../vulnerabilities/rating-access.ts';
import type { VulnerabilityRatings } from '../vulnerabilities/ratings/stored-ratings.ts';

export interface ProjectRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly group_name: string | null;
  readonly classifier: string | null;
  readonly cpe: string | null;
  readonly purl: string | null;
  readonly swid_tag_id: string | null;
  readonly is_active: boolean;
  readonly last_bom_import: Date | null;
  readonly metadata: unknown;
  readonly tags: readonly string[];
  readonly properties: readonly object[];
}

export async function listProjects(db: Db, ids: readonly number[]): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select id, uuid, name, version, description, group_name, classifier, cpe, purl, swid_tag_id,
      inactive_since is null as is_active, last_bom_import, metadata,
      array(select tag.name from project_tag join tag on tag.id = project_tag.tag_id
        where project_tag.project_id = project.id order by tag.name) as tags,
      (select coalesce(json_agg(json_build_object(
          'group', group_name, 'name', name, 'value', value, 'type', type) order by group_name, name), '[]')
        from project_property where project_property.project_id = project.id) as properties
    from project where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export interface ComponentRow {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly classifier: string;
  readonly cpe: string | null;
  readonly purl: string | null;
  readonly swid_tag_id: string | null;
  readonly is_internal: boolean;
  readonly scope: string | null;
  readonly hashes: Readonly<Record<string, string>> | null;
  readonly properties: readonly object[] | null;
  readonly license_id: number | null;
  readonly license_name: string | null;
  readonly license_expression: string | null;
}

/** `affected`: only components with active findings. */
export async function listComponents(
  db: Db,
  projectIds: readonly number[],
  which: 'all' | 'affected',
): Promise<ComponentRow[]> {
  const affected = sql`exists (
    select from finding where finding.component_id = component.id and finding.inactive_since is null)`;
  const { rows } = await sql<ComponentRow>`
    select id, project_id, uuid, name, group_name, version, classifier, cpe, purl, swid_tag_id, is_internal, scope,
      hashes, properties, license_id, license_name, license_expression
    from component
    where project_id = any(${[...projectIds]}::bigint[]) and removed_at is null and ${which === 'all' ? sql`true` : affected}`.execute(
    db,
  );
  return rows;
}

export interface LicenseRow {
  readonly database_id: number;
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
  readonly is_osi_approved: boolean;
  readonly is_fsf_libre: boolean;
  readonly is_deprecated_id: boolean;
  readonly is_custom: boolean;
  readonly groups: readonly { readonly uuid: string; readonly name: string }[];
}

export async function listLicensesById(db: Db, ids: readonly number[]): Promise<LicenseRow[]> {
  const { rows } = await sql<LicenseRow>`
    select id as database_id, uuid, license_id as id, name, is_osi_approved, is_fsf_libre,
      is_deprecated as is_deprecated_id, is_custom,
      (select coalesce(json_agg(json_build_object('uuid', license_group.uuid, 'name', license_group.name)
          order by license_group.name), '[]')
        from license_group_member join license_group on license_group.id = license_group_member.license_group_id
        where license_group_member.license_id = license.id) as groups
    from license where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export interface EdgeRow {
  readonly project_id: number;
  readonly source: number;
  readonly target: number;
}

export async function listEdges(db: Db, projectIds: readonly number[]): Promise<EdgeRow[]> {
  const { rows } = await sql<EdgeRow>`
    select project_id, source_id as source, target_id as target from dependency
    where project_id = any(${[...projectIds]}::bigint[])`.execute(db);
  return rows;
}

export interface VulnerabilityRow extends VulnerabilityRatings {
  readonly id: number;
  readonly uuid: string;
  readonly source: string;
  readonly vuln_id: string;
  readonly aliases: readonly AliasName[];
  readonly cwes: readonly number[];
  readonly created_at: Date | null;
  readonly published_at: Date | null;
  readonly updated_at: Date | null;
  readonly epss: EpssScore | null;
  readonly is_kev: boolean;
}

/** The vulnerabilities of active findings in the projects. */
export async function listVulnerabilities(
  db: Db,
  projectIds: readonly number[],
): Promise<VulnerabilityRow[]> {
  const { rows } = await sql<VulnerabilityRow>`
    select id, uuid, source, vuln_id, ${aliasesOf('vulnerability')} as aliases, cwes, created_at, published_at,
      updated_at, ${allVulnerabilityRatings('vulnerability')}, ${epssOf('vulnerability')} as epss,
      ${isKev('vulnerability')} as is_kev
    from vulnerability
    where id in (
      select vulnerability_id from finding
      where project_id = any(${[...projectIds]}::bigint[]) and inactive_since is null)`.execute(db);
  return rows;
}

/** Leaves out projects that no longer exist. Ordered by id. */
export async function countComponents(
  db: Db,
  projectIds: readonly number[],
): Promise<{ readonly id: number; readonly components: number }[]> {
  const { rows } = await sql<{ id: number; components: number }>`
    select project.id, (
      select count(*) from component where component.project_id = project.id and component.removed_at is null
    ) as components
    from project where project.id = any(${[...projectIds]}::bigint[]) order by project.id`.execute(db);
  return rows;
}
