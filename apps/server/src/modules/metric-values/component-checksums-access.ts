import { type RawBuilder, sql } from 'kysely';
import { FINDING_NUMBERS, VIOLATION_NUMBERS } from './metric-numbers.ts';
import type { RiskWeights } from './risk-score.ts';
import { riskScoreOf } from './risk-score-access.ts';

/** An aggregate over components: equal if the components with numbers other than zero have equal numbers. */
function checksumOf(names: readonly string[]): RawBuilder<unknown> {
  const hash = names.reduce(
    (seed, name) => sql`hashint4extended(${sql.ref(name)}, ${seed})`,
    sql`component_id`,
  );
  const bits = sql.join(
    names.map((name) => sql.ref(name)),
    sql` | `,
  );
  return sql`coalesce(bit_xor(${hash}) filter (where (${bits}) <> 0), 0)`;
}

export const findingsChecksum = checksumOf(FINDING_NUMBERS);
export const violationsChecksum = checksumOf(VIOLATION_NUMBERS);

/** The checksums of the stored components of each project, and whether their risk scores are those of the weights. */
export function storedChecksums(isWanted: RawBuilder<unknown>, weights: RiskWeights): RawBuilder<unknown> {
  return sql`
    select known.project_id, ${findingsChecksum} as findings_checksum, ${violationsChecksum} as violations_checksum,
      bool_and(known.risk_score = ${riskScoreOf('known', weights)}) as is_weighted
    from component_metrics known where ${isWanted} group by known.project_id`;
}
