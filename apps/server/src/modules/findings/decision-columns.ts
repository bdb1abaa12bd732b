import { DECISION_RATING_COLUMNS } from '../vulnerabilities/ratings/stored-ratings.ts';
import type { DecidedFields, FieldName } from './decision.ts';

/** The column of `finding_analysis` in which each field is stored. */
export const DECISION_COLUMNS = {
  state: 'state',
  justification: 'justification',
  response: 'response',
  details: 'details',
  isSuppressed: 'is_suppressed',
  ...DECISION_RATING_COLUMNS,
} as const satisfies Record<FieldName, string>;

type DecisionColumn = (typeof DECISION_COLUMNS)[FieldName];

/** A row of these columns. */
export type DecisionRow = Readonly<Record<DecisionColumn, unknown>>;

const COLUMN_OF_FIELD = Object.entries(DECISION_COLUMNS) as readonly [FieldName, DecisionColumn][];

export function toDecidedFields(row: DecisionRow): DecidedFields {
  return Object.fromEntries(
    COLUMN_OF_FIELD.map(([field, column]) => [field, row[column]]),
  ) as unknown as DecidedFields;
}

/** Leaves out what is null. */
export function toDecisionRow(fields: DecidedFields): Partial<DecisionRow> {
  return Object.fromEntries(
    COLUMN_OF_FIELD.flatMap(([field, column]) => (fields[field] === null ? [] : [[column, fields[field]]])),
  );
}

type RatingColumn = (typeof DECISION_RATING_COLUMNS)[keyof typeof DECISION_RATING_COLUMNS];

/** The ratings of a decision that leaves those of the vulnerability as they are. */
export const NO_RATINGS = Object.fromEntries(
  Object.values(DECISION_RATING_COLUMNS).map((column) => [column, null]),
) as { readonly [Column in RatingColumn]: null };
