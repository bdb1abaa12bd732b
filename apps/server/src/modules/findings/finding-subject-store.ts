import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type AliasName, aliasesOf } from '../vulnerabilities/aliases/alias-access.ts';
import { vulnerabilityRatings } from '../vulnerabilities/rating-access.ts';
import type { OwaspScores, StoredRatings } from '../vulnerabilities/ratings/stored-ratings.ts';

export interface ComponentRow {
  readonly id: number;
  readonly uuid: string;
  readonly group_name: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  readonly md5: string | null;
  readonly sha1: string | null;
  readonly sha256: string | null;
  readonly sha512: string | null;
}

export async function listComponents(db: Db, ids: readonly number[]): Promise<ComponentRow[]> {
  const { rows } = await sql<ComponentRow>`
    select id, uuid, group_name, name, version, purl, hashes->>'md5' as md5, hashes->>'sha1' as sha1,
      hashes->>'sha256' as sha256, hashes->>'sha512' as sha512
    from component where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export interface ProjectRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly purl: string | null;
  readonly tags: readonly string[];
  readonly is_active: boolean;
}

export async function listProjects(db: Db, ids: readonly number[]): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select id, uuid, name, version, description, purl, inactive_since is null as is_active,
      array(select tag.name from project_tag join tag on tag.id = project_tag.tag_id
        where project_tag.project_id = project.id order by tag.name) as tags
    from project where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export interface VulnerabilityRow extends StoredRatings, OwaspScores {
  readonly id: number;
  readonly uuid: string;
  readonly source: string;
  readonly vuln_id: string;
  readonly title: string | null;
  readonly sub_title: string | null;
  readonly description: string | null;
  readonly recommendation: string | null;
  readonly severity: string;
  readonly cwes: readonly number[];
  readonly aliases: readonly AliasName[];
}

export async function listVulnerabilities(db: Db, ids: readonly number[]): Promise<VulnerabilityRow[]> {
  const { rows } = await sql<VulnerabilityRow>`
    select id, uuid, source, vuln_id, title, sub_title, description, recommendation, cwes,
      ${vulnerabilityRatings('vulnerability')},
      ${aliasesOf('vulnerability')} as aliases
    from vulnerability where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}
