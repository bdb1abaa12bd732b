import { type RawBuilder, sql } from 'kysely';
import { COUNTED_SEVERITIES, type RiskWeights } from './risk-score.ts';

/** The risk score of a row with a column for each severity, as `computeRiskScore`. */
export function riskScoreOf(table: string, weights: RiskWeights): RawBuilder<number> {
  const terms = COUNTED_SEVERITIES.map(
    (severity) => sql`${sql.ref(`${table}.${severity}`)} * ${sql.lit(weights[severity])}`,
  );
  return sql<number>`(${sql.join(terms, sql` + `)})::float8`;
}
