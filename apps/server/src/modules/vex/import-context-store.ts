import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ComponentIdentity } from '../cyclonedx-mapping/to-component-identity.ts';
import { toCpeSpellings } from '../portfolio/identifiers/cpe-name.ts';
import type { ProjectComponent } from './import/component-matcher.ts';
import type { KnownVulnerability } from './import/resolve-vulnerability.ts';

/** Vulnerabilities with these ids, from every source. */
export async function listVulnerabilities(db: Db, ids: readonly string[]): Promise<KnownVulnerability[]> {
  const { rows } = await sql<KnownVulnerability>`
    select id, uuid, source, vuln_id as "vulnId", owasp_vector as "owaspVector"
    from vulnerability where vuln_id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

export async function hasFindings(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from finding join component on component.id = finding.component_id
      where finding.project_id = ${projectId} and finding.inactive_since is null
        and component.removed_at is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}

interface FindingRow {
  readonly vulnerabilityId: number;
  readonly id: number;
  readonly uuid: string;
  readonly group: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly hasOwasp: boolean;
}

/** The active findings of a project with these vulnerabilities, in the order of its components. */
export async function listFindings(
  db: Db,
  projectId: number,
  vulnerabilityIds: readonly number[],
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select finding.vulnerability_id as "vulnerabilityId", component.id, component.uuid,
      component.group_name as "group", component.name, component.version,
      (analysis.owasp_vector is not null or analysis.owasp_score is not null) as "hasOwasp"
    from finding join component on component.id = finding.component_id
    left join finding_analysis analysis on analysis.component_id = finding.component_id
      and analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = ${projectId} and finding.inactive_since is null and component.removed_at is null
      and finding.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[])
    order by component.position, component.id`.execute(db);
  return rows;
}

/** Components of a project that may match an identity. Import rule 6 decides which do. */
export async function listCandidates(
  db: Db,
  projectId: number,
  identities: readonly ComponentIdentity[],
): Promise<ProjectComponent[]> {
  const valuesOf = (name: 'purlCoordinates' | 'cpe' | 'swidTagId' | 'name') => [
    ...new Set(identities.flatMap((identity) => identity[name] ?? [])),
  ];
  const { rows } = await sql<ProjectComponent>`
    select id, uuid, group_name as "group", name, version, purl, purl_coordinates as "purlCoordinates", cpe,
      swid_tag_id as "swidTagId"
    from component
    where project_id = ${projectId} and removed_at is null and (
      purl_coordinates = any(${valuesOf('purlCoordinates')}::text[])
      or name = any(${valuesOf('name')}::text[])
      or lower(cpe) = any(${valuesOf('cpe').flatMap((cpe) => toCpeSpellings(cpe.toLowerCase()))}::text[])
      or swid_tag_id = any(${valuesOf('swidTagId')}::text[]))
    order by position, id`.execute(db);
  return rows;
}
