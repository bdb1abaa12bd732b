import { type RawBuilder, sql } from 'kysely';

/** SQL predicate for other stores: a job whose payload has this value in a member waits or runs. */
export function isInUnfinishedJob(
  queue: string,
  member: string,
  value: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pgboss.job j
    where j.name = ${queue} and j.state <= 'active' and j.data->>${sql.lit(member)} = ${value}::text)`;
}
