import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { type RowTexts, readRowTexts } from '../../../platform/db/row-texts.ts';
import { decisionRatings, ratingColumns } from '../../vulnerabilities/rating-access.ts';
import { DECISION_RATING_COLUMNS, type StoredRatings } from '../../vulnerabilities/ratings/stored-ratings.ts';

/** Exported findings include suppressed ones. */
const EXPORTED = sql`
  finding join component on component.id = finding.component_id and component.project_id = finding.project_id
    and component.removed_at is null
  left join finding_analysis analysis on analysis.component_id = finding.component_id
    and analysis.vulnerability_id = finding.vulnerability_id`;

const RATINGS = Object.values(DECISION_RATING_COLUMNS);

/** A finding that was reset is exported like an undecided one. Blank details are exported as none. */
const DECIDED = {
  state: sql`coalesce(analysis.state, 'NOT_SET')`,
  justification: sql`coalesce(analysis.justification, 'NOT_SET')`,
  response: sql`coalesce(analysis.response, 'NOT_SET')`,
  details: sql`case when btrim(analysis.details, E' \\t\\r\\n') <> '' then analysis.details end`,
  ...Object.fromEntries(RATINGS.map((column) => [column, sql.ref(`analysis.${column}`)])),
};
const DECIDED_MEMBERS = sql.join(
  Object.entries(DECIDED).map(([name, value]) => sql`${sql.lit(name)}, ${value}`),
);

/** Converts ratings to text, which is expensive, only where there are any. */
const DECIDED_HASH = sql`
  hashtextextended(concat_ws('|', ${DECIDED.state}, ${DECIDED.justification}, ${DECIDED.response}, ${DECIDED.details}),
    case when num_nonnulls(${decisionRatings('analysis')}) = 0 then 0
    else hashtextextended(row(${decisionRatings('analysis')})::text, 0) end)`;

export interface FindingsSummary {
  /** Ordered by source and id of the vulnerabilities. */
  readonly vulnerabilityIds: readonly number[];
  /** Changes whenever the exported entries change. */
  readonly fingerprint: string;
}

/** Returns the vulnerabilities of a project in the order of exported documents, and a fingerprint of their entries. */
export async function summariseFindings(
  db: Db,
  projectId: number,
  decisions: 'with-decisions' | 'without-decisions',
): Promise<FindingsSummary> {
  const decided = decisions === 'with-decisions' ? DECIDED_HASH : sql`0::bigint`;
  const { rows } = await sql<{ ids: string | null; fingerprint: string | null }>`
    select string_agg(vulnerability.id::text, ',' order by vulnerability.source, vulnerability.vuln_id) as ids,
      sum(hashint8extended(vulnerability.content_hash, found.hash)) as fingerprint
    from (
      select finding.vulnerability_id,
        bit_xor(uuid_hash_extended(component.uuid, ${decided})) as hash
      from ${EXPORTED}
      where finding.project_id = ${projectId} and finding.inactive_since is null
      group by finding.vulnerability_id
    ) found join vulnerability on vulnerability.id = found.vulnerability_id`.execute(db);
  const ids = rows[0]?.ids;
  return {
    vulnerabilityIds: ids ? ids.split(',').map(Number) : [],
    fingerprint: rows[0]?.fingerprint ?? '',
  };
}

/** The columns that entries of a document need. */
export interface ExportedVulnerability extends StoredRatings {
  readonly id: number;
  readonly source: string;
  readonly vuln_id: string;
  readonly description: string | null;
  readonly recommendation: string | null;
  readonly cwes: readonly number[];
  readonly created_at: string | null;
  readonly published_at: string | null;
  readonly updated_at: string | null;
  readonly severity: string;
}

/** Reads each vulnerability as JSON of an `ExportedVulnerability`, by id. */
export function readExportedVulnerabilities(
  db: Db,
  ids: readonly number[],
  into: RowTexts,
): Promise<RowTexts> {
  return readRowTexts(
    db,
    sql`
    select known.id, row_to_json(known)::text from (
      select id, source, vuln_id, description, recommendation, cwes, created_at, published_at, updated_at,
        ${ratingColumns('vulnerability')}
      from vulnerability where id = any(${[...ids]}::bigint[])
    ) known`,
    into,
  );
}

/** A decision and its ratings. */
export interface StoredDecision extends StoredRatings {
  readonly state: string;
  readonly justification: string;
  readonly response: string;
  readonly details: string | null;
  readonly owasp_score: number | null;
}

/** The id of a component, with the decision on its finding if there is one. */
export type AffectedComponent = number | readonly [number, StoredDecision];

/** Reads, by the id of the vulnerability, JSON of a list of `AffectedComponent`. */
export function readAffectedComponents(
  db: Db,
  projectId: number,
  vulnerabilityIds: readonly number[],
  decisions: 'with-decisions' | 'without-decisions',
  into: RowTexts,
): Promise<RowTexts> {
  const id = sql`finding.component_id`;
  const decided =
    decisions === 'with-decisions'
      ? sql`case when analysis.component_id is null then to_json(${id})
          else json_build_array(${id}, json_build_object(${DECIDED_MEMBERS})) end`
      : id;
  return readRowTexts(
    db,
    sql`
    select finding.vulnerability_id, json_agg(${decided})::text
    from ${EXPORTED}
    where finding.project_id = ${projectId} and finding.inactive_since is null
      and finding.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[])
    group by finding.vulnerability_id`,
    into,
  );
}
