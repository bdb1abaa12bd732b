import type { RawBuilder } from 'kysely';

/**
 * How other modules use tags: subqueries that return one row for each use of the tag in the row `tag`. These modules
 * own the tables and import this one, so the app passes the subqueries in.
 */
export interface TagUses {
  readonly policies: RawBuilder<unknown>;
  readonly alerts: RawBuilder<unknown>;
  readonly vulnerabilities: RawBuilder<unknown>;
}
