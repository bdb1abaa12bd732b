/**
 * SQL expressions over all aliases of a vulnerability, for the stores of this and other modules. `of` is the table or
 * alias with the columns `source` and `vuln_id`.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export interface AliasName {
  readonly source: string;
  readonly vulnId: string;
}

export interface EpssScore {
  readonly cve: string;
  readonly score: number;
  readonly percentile: number;
}

/** All ids of the vulnerability, its own included, as rows (source, vuln_id). */
export function namesOf(of: string): RawBuilder<unknown> {
  return sql`(
    select ${sql.ref(`${of}.source`)} as source, ${sql.ref(`${of}.vuln_id`)} as vuln_id
    union select other.source, other.vuln_id
    from vulnerability_alias mine join vulnerability_alias other on other.group_id = mine.group_id
    where mine.vuln_id = ${sql.ref(`${of}.vuln_id`)} and mine.source = ${sql.ref(`${of}.source`)})`;
}

/** Its other ids as a JSON array. */
export function aliasesOf(of: string): RawBuilder<AliasName[]> {
  return sql<AliasName[]>`(
    select coalesce(json_agg(json_build_object('source', other.source, 'vulnId', other.vuln_id)
      order by other.source, other.vuln_id), '[]')
    from vulnerability_alias mine join vulnerability_alias other on other.group_id = mine.group_id
    where mine.vuln_id = ${sql.ref(`${of}.vuln_id`)} and mine.source = ${sql.ref(`${of}.source`)}
      and (other.vuln_id <> mine.vuln_id or other.source <> mine.source))`;
}

/** "Resolved at read time through the alias group (best score, then percentile, then CVE)", as a JSON object. */
export function epssOf(of: string): RawBuilder<EpssScore | null> {
  return sql<EpssScore | null>`(
    select json_build_object('cve', epss_score.cve, 'score', epss_score.score, 'percentile', epss_score.percentile)
    from epss_score where epss_score.cve = any(array(select names.vuln_id from ${namesOf(of)} names))
    order by epss_score.score desc, epss_score.percentile desc, epss_score.cve limit 1)`;
}

/** "isKev is true if any alias is asserted." */
export function isKev(of: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ${namesOf(of)} names
    join kev_assertion on kev_assertion.vuln_id = names.vuln_id and kev_assertion.source = names.source)`;
}
