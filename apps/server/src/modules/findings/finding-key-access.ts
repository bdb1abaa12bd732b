import { type RawBuilder, sql } from 'kysely';
import type { FindingKey } from './finding-key.ts';

/** The select list of a `FindingKey`. */
export function findingKeyOf(table: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.component_id`)} as "componentId",
    ${sql.ref(`${table}.vulnerability_id`)} as "vulnerabilityId"`;
}

/** A table `key` of the columns `component_id`, `vulnerability_id` and, from 1 on, `position`. */
export function findingKeys(keys: readonly FindingKey[]): RawBuilder<unknown> {
  return sql`unnest(
    ${keys.map((key) => key.componentId)}::bigint[], ${keys.map((key) => key.vulnerabilityId)}::bigint[])
    with ordinality as key (component_id, vulnerability_id, position)`;
}
