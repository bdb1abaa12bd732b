import { type RawBuilder, sql } from 'kysely';
import { DECISION_COLUMNS } from './decision-columns.ts';

/** The select list of a decision, for `toDecidedFields`. */
export function decisionColumns(table: string): RawBuilder<unknown> {
  return sql.join(Object.values(DECISION_COLUMNS).map((column) => sql.ref(`${table}.${column}`)));
}

/** A decision as a JSON object that has the members of `DecidedFields`. */
export function decidedFieldsOf(table: string): RawBuilder<unknown> {
  const members = Object.entries(DECISION_COLUMNS).map(
    ([field, column]) => sql`${sql.lit(field)}, ${sql.ref(`${table}.${column}`)}`,
  );
  return sql`json_build_object(${sql.join(members)})`;
}
