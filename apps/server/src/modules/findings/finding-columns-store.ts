import { type InferResult, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { aliasesOf, epssOf, isKev } from '../vulnerabilities/alias-access.ts';
import { earliestAttribution } from './finding-list-parts-store.ts';
import type { FindingKey } from './finding-list-store.ts';

/** A finding without its vulnerability. */
export interface FindingRow extends FindingKey {
  readonly component_uuid: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly scope: string | null;
  readonly has_occurrences: boolean;
  readonly project_uuid: string;
  readonly project_name: string;
  readonly project_version: string | null;
  readonly state: string | null;
  readonly justification: string | null;
  readonly response: string | null;
  readonly details: string | null;
  readonly is_suppressed: boolean | null;
  readonly severity: string | null;
  readonly cvss_v2_vector: string | null;
  readonly cvss_v2_score: number | null;
  readonly cvss_v3_vector: string | null;
  readonly cvss_v3_score: number | null;
  readonly cvss_v4_vector: string | null;
  readonly cvss_v4_score: number | null;
  readonly owasp_vector: string | null;
  readonly owasp_score: number | null;
  readonly analyzer: string | null;
  readonly attributed_at: Date | null;
  readonly alternate_identifier: string | null;
  readonly reference_url: string | null;
  readonly evidence: unknown;
}

/** In the order of the keys. */
export async function listFindingRows(db: Db, keys: readonly FindingKey[]): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select key.component_id, key.vulnerability_id, c.uuid as component_uuid, c.name, c.group_name, c.version, c.purl,
      c.cpe, c.scope, c.occurrence_count > 0 as has_occurrences, p.uuid as project_uuid, p.name as project_name,
      p.version as project_version, a.state, a.justification, a.response, a.details, a.is_suppressed, a.severity,
      a.cvss_v2_vector, a.cvss_v2_score, a.cvss_v3_vector, a.cvss_v3_score, a.cvss_v4_vector, a.cvss_v4_score,
      a.owasp_vector, a.owasp_score, at.analyzer, at.attributed_at, at.alternate_identifier, at.reference_url,
      at.evidence
    from unnest(${keys.map((key) => key.component_id)}::bigint[], ${keys.map((key) => key.vulnerability_id)}::bigint[])
      with ordinality as key (component_id, vulnerability_id, position)
    join component c on c.id = key.component_id
    join project p on p.id = c.project_id
    left join finding_analysis a
      on a.component_id = key.component_id and a.vulnerability_id = key.vulnerability_id
    left join ${earliestAttribution('key')} at on true
    order by key.position`.execute(db);
  return rows;
}

export type FoundVulnerability = InferResult<ReturnType<typeof selectVulnerabilities>>[number];

/** By id. */
export async function listFoundVulnerabilities(
  db: Db,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, FoundVulnerability>> {
  const rows = await selectVulnerabilities(db, [...new Set(ids)]).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function selectVulnerabilities(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('vulnerability')
    .select([
      'vulnerability.id',
      'vulnerability.uuid',
      'vulnerability.source',
      'vulnerability.vuln_id',
      'vulnerability.title',
      'vulnerability.sub_title',
      'vulnerability.description',
      'vulnerability.recommendation',
      'vulnerability.reference_links',
      'vulnerability.reference_text',
      'vulnerability.published_at',
      'vulnerability.cwes',
      'vulnerability.severity',
      'vulnerability.cvss_v2_vector',
      'vulnerability.cvss_v2_score',
      'vulnerability.cvss_v3_vector',
      'vulnerability.cvss_v3_score',
      'vulnerability.cvss_v4_vector',
      'vulnerability.cvss_v4_score',
      'vulnerability.owasp_vector',
      'vulnerability.owasp_likelihood_score',
      'vulnerability.owasp_technical_impact_score',
      'vulnerability.owasp_business_impact_score',
      aliasesOf('vulnerability').as('aliases'),
      epssOf('vulnerability').as('epss'),
      isKev('vulnerability').as('is_kev'),
    ])
    .where(sql<boolean>`vulnerability.id = any(${[...ids]}::bigint[])`);
}

/** What is said to be affected, as evidence names it. */
export interface AffectedStatement {
  readonly vulnerability_id: number;
  readonly uuid: string;
  readonly affected: string;
  readonly version: string | null;
  readonly version_start_including: string | null;
  readonly version_start_excluding: string | null;
  readonly version_end_including: string | null;
  readonly version_end_excluding: string | null;
  readonly asserter: string;
}

export interface AffectedKey {
  readonly vulnerabilityId: number;
  readonly uuid: string;
  readonly asserter: string;
}

/** One for each key that is still said; if its asserter dropped it, whoever else says so. */
export async function listAffectedStatements(
  db: Db,
  keys: readonly AffectedKey[],
): Promise<AffectedStatement[]> {
  if (keys.length === 0) return [];
  const bounds = sql.raw(
    'said.version_start_including, said.version_start_excluding, said.version_end_including, said.version_end_excluding',
  );
  const { rows } = await sql<AffectedStatement>`
    select distinct on (said.vulnerability_id, said.uuid) said.*, asserter.display_name as asserter
    from unnest(${keys.map((key) => key.vulnerabilityId)}::bigint[], ${keys.map((key) => key.uuid)}::uuid[],
      ${keys.map((key) => key.asserter)}::text[]) as key (vulnerability_id, uuid, asserter)
    join lateral (
      select said.vulnerability_id, said.uuid, said.asserter_id, said.version, ${bounds},
        said.package || coalesce('?' || said.qualifiers, '') as affected
      from affected_package said where said.vulnerability_id = key.vulnerability_id and said.uuid = key.uuid
      union all
      select said.vulnerability_id, said.uuid, said.asserter_id, null, ${bounds}, said.cpe
      from affected_cpe said where said.vulnerability_id = key.vulnerability_id and said.uuid = key.uuid
    ) said on true
    join vulnerability_asserter asserter on asserter.id = said.asserter_id
    order by said.vulnerability_id, said.uuid, (asserter.name = key.asserter) desc, said.asserter_id`.execute(
    db,
  );
  return rows;
}
