import { type RawBuilder, sql } from 'kysely';
import {
  DECISION_RATING_COLUMNS,
  OWASP_SCORE_COLUMNS,
  RATING_COLUMNS,
  VULNERABILITY_RATING_COLUMNS,
} from './ratings/stored-ratings.ts';

/** The select list of the ratings that vulnerabilities and decisions both have. */
export function ratingColumns(table: string): RawBuilder<unknown> {
  return columnsOf(table, Object.values(RATING_COLUMNS));
}

/** The select list of the ratings of a vulnerability, without the CVSS sub-scores. */
export function vulnerabilityRatings(table: string): RawBuilder<unknown> {
  return columnsOf(table, [...Object.values(RATING_COLUMNS), ...OWASP_SCORE_COLUMNS]);
}

/** The select list of all ratings of a vulnerability. */
export function allVulnerabilityRatings(table: string): RawBuilder<unknown> {
  return columnsOf(table, VULNERABILITY_RATING_COLUMNS);
}

/** The select list of the ratings of a decision. */
export function decisionRatings(table: string): RawBuilder<unknown> {
  return columnsOf(table, Object.values(DECISION_RATING_COLUMNS));
}

function columnsOf(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
}
