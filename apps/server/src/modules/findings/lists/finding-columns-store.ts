import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/database.generated.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type RowTexts, readRowTexts } from '../../../platform/db/row-texts.ts';
import type { AliasName } from '../../vulnerabilities/aliases/alias-access.ts';
import { vulnerabilityRatings } from '../../vulnerabilities/rating-access.ts';
import type { OwaspScores, StoredRatings } from '../../vulnerabilities/ratings/stored-ratings.ts';
import { NO_RATINGS } from '../decision-columns.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf, findingKeys } from '../finding-key-access.ts';
import {
  attributionAt,
  type Instant,
  joinDecision,
  joinPastRatings,
  ratingsAt,
  toInstant,
} from '../history/as-of-store.ts';
import { earliestAttribution } from './finding-list-parts-store.ts';

/** A finding without its vulnerability. */
export interface FindingRow extends FindingKey, StoredRatings {
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
  readonly expires_at: Date | null;
  readonly owasp_score: number | null;
  readonly analyzer: string | null;
  readonly attributed_at: Date | null;
  readonly alternate_identifier: string | null;
  readonly reference_url: string | null;
  readonly evidence: unknown;
}

const FINDING_COLUMNS = sql`
  ${findingKeyOf('key')}, c.uuid as component_uuid, c.name, c.group_name, c.version, c.purl, c.cpe,
  c.scope, c.occurrence_count > 0 as has_occurrences, p.uuid as project_uuid, p.name as project_name,
  p.version as project_version, at.analyzer, at.attributed_at, at.alternate_identifier, at.reference_url`;

/** All null if nobody decided. */
const UNDECIDED = {
  state: null,
  justification: null,
  response: null,
  details: null,
  is_suppressed: null,
  expires_at: null,
  ...NO_RATINGS,
} satisfies Partial<FindingRow>;
const DECISION_COLUMNS = sql.join(Object.keys(UNDECIDED).map((name) => sql.ref(`a.${name}`)));
const DECISION_MEMBERS = sql.join(
  Object.keys(UNDECIDED).map((name) => sql`${sql.lit(name)}, ${sql.ref(`a.${name}`)}`),
);

const DECIDED = sql`left join finding_analysis a
      on a.component_id = key.component_id and a.vulnerability_id = key.vulnerability_id
    left join ${earliestAttribution('key')} at on true`;

function decidedAt(at: Instant): RawBuilder<unknown> {
  return sql`${joinDecision('key', at)} left join ${attributionAt('key', at)} at on true`;
}

/** A `from` clause and what follows. Rows are in the order of the keys. */
function findingsOf(keys: readonly FindingKey[], asOf?: Date): RawBuilder<unknown> {
  return sql`
    from ${findingKeys(keys)}
    join component c on c.id = key.component_id
    join project p on p.id = c.project_id
    ${asOf ? decidedAt(toInstant(asOf)) : DECIDED}
    order by key.position`;
}

/** Returns rows in the order of the keys. */
export async function listFindingRows(
  db: Db,
  keys: readonly FindingKey[],
  asOf?: Date,
): Promise<FindingRow[]> {
  const columns = sql`${FINDING_COLUMNS}, ${DECISION_COLUMNS}, at.evidence`;
  const { rows } = await sql<FindingRow>`select ${columns} ${findingsOf(keys, asOf)}`.execute(db);
  return rows;
}

/** Reads the same rows without evidence, for `toFindingRow`, numbered by the position of the key from 1 on. */
export function readFindingRows(
  db: Db,
  keys: readonly FindingKey[],
  into: RowTexts,
  asOf?: Date,
): Promise<RowTexts> {
  const decision = sql`case when a.component_id is not null then json_build_object(${DECISION_MEMBERS}) end`;
  const found = sql`select key.position, ${FINDING_COLUMNS}, ${decision} as decision ${findingsOf(keys, asOf)}`;
  return readRowTexts(db, sql`select found.position, row_to_json(found)::text from (${found}) found`, into);
}

export function toFindingRow(text: string): FindingRow {
  const { decision, attributed_at: attributed, ...row } = JSON.parse(text);
  const decided = decision ?? UNDECIDED;
  return {
    ...row,
    ...decided,
    expires_at: decided.expires_at && new Date(decided.expires_at),
    attributed_at: attributed && new Date(attributed),
  };
}

/** A vulnerability with its aliases. */
export interface FoundVulnerability extends StoredRatings, OwaspScores {
  readonly id: number;
  readonly uuid: string;
  readonly source: string;
  readonly vuln_id: string;
  readonly title: string | null;
  readonly sub_title: string | null;
  readonly description: string | null;
  readonly recommendation: string | null;
  readonly reference_links: JsonValue | null;
  readonly reference_text: string | null;
  readonly published_at: Date | null;
  readonly cwes: number[];
  readonly severity: string;
  readonly aliases: AliasName[];
  readonly epss: { readonly score: number; readonly percentile: number } | null;
  readonly is_kev: boolean;
}

/** By id. */
export async function listFoundVulnerabilities(
  db: Db,
  ids: Iterable<number>,
  asOf?: Date,
): Promise<ReadonlyMap<number, FoundVulnerability>> {
  const { rows } = await foundVulnerabilities(ids, asOf).execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** By id, for `toFoundVulnerability`. */
export function readFoundVulnerabilities(
  db: Db,
  ids: Iterable<number>,
  into: RowTexts,
  asOf?: Date,
): Promise<RowTexts> {
  const found = foundVulnerabilities(ids, asOf);
  return readRowTexts(db, sql`select found.id, row_to_json(found)::text from (${found}) found`, into);
}

export function toFoundVulnerability(text: string): FoundVulnerability {
  const row = JSON.parse(text);
  row.published_at = row.published_at && new Date(row.published_at);
  return row;
}

/** Looks up aliases of all vulnerabilities at once: one by one, that is most of the cost of a list. */
function foundVulnerabilities(ids: Iterable<number>, asOf?: Date): RawBuilder<FoundVulnerability> {
  return sql<FoundVulnerability>`
    with v as materialized (
      select * from vulnerability where id = any(${[...new Set(ids)]}::bigint[])
    ), alias as materialized (
      select v.id, other.source, other.vuln_id
      from v join vulnerability_alias mine on mine.vuln_id = v.vuln_id and mine.source = v.source
      join vulnerability_alias other on other.group_id = mine.group_id
    ), name as materialized (
      select id, source, vuln_id from v union select * from alias
    ), aliases as (
      select alias.id, json_agg(json_build_object('source', alias.source, 'vulnId', alias.vuln_id)
        order by alias.source, alias.vuln_id) as aliases
      from alias join v on v.id = alias.id where (alias.source, alias.vuln_id) <> (v.source, v.vuln_id)
      group by alias.id
    ), epss as (
      select distinct on (name.id) name.id, epss_score.score, epss_score.percentile
      from name join epss_score on epss_score.cve = name.vuln_id
      order by name.id, epss_score.score desc, epss_score.percentile desc, epss_score.cve
    ), kev as (
      select distinct name.id from name
      join kev_assertion k on k.vuln_id = name.vuln_id and k.source = name.source
    )
    select v.id, v.uuid, v.source, v.vuln_id, v.title, v.sub_title, v.description, v.recommendation,
      v.reference_links, v.reference_text, v.published_at, v.cwes, ${asOf ? ratingsAt('v') : vulnerabilityRatings('v')},
      coalesce(aliases.aliases, '[]') as aliases, kev.id is not null as is_kev,
      case when epss.id is not null then
        json_build_object('score', epss.score, 'percentile', epss.percentile) end as epss
    from v left join aliases on aliases.id = v.id left join epss on epss.id = v.id
    left join kev on kev.id = v.id${asOf ? sql` ${joinPastRatings('v', toInstant(asOf))}` : sql``}`;
}

/** A statement about affected versions, to which the evidence of a finding refers. */
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

/** Returns the statement for each key, if it still exists; from another asserter if its own withdrew it. */
export async function listAffectedStatements(
  db: Db,
  keys: readonly AffectedKey[],
): Promise<AffectedStatement[]> {
  if (keys.length === 0) return [];
  const bounds = sql.raw(
    'stated.version_start_including, stated.version_start_excluding, stated.version_end_including, stated.version_end_excluding',
  );
  const { rows } = await sql<AffectedStatement>`
    select distinct on (stated.vulnerability_id, stated.uuid) stated.*, asserter.display_name as asserter
    from unnest(${keys.map((key) => key.vulnerabilityId)}::bigint[], ${keys.map((key) => key.uuid)}::uuid[],
      ${keys.map((key) => key.asserter)}::text[]) as key (vulnerability_id, uuid, asserter)
    join lateral (
      select stated.vulnerability_id, stated.uuid, stated.asserter_id, stated.version, ${bounds},
        coalesce(stated.stated_package, stated.package) || coalesce('?' || stated.qualifiers, '') as affected
      from affected_package stated where stated.vulnerability_id = key.vulnerability_id and stated.uuid = key.uuid
      union all
      select stated.vulnerability_id, stated.uuid, stated.asserter_id, null, ${bounds}, stated.cpe
      from affected_cpe stated where stated.vulnerability_id = key.vulnerability_id and stated.uuid = key.uuid
    ) stated on true
    join vulnerability_asserter asserter on asserter.id = stated.asserter_id
    order by stated.vulnerability_id, stated.uuid, (asserter.name = key.asserter) desc, stated.asserter_id`.execute(
    db,
  );
  return rows;
}
