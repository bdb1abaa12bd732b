/** A record that could not be read, while others of the same file could. */
export interface UnreadableRecord {
  /** Its id, or the name of its file, or its position. */
  readonly record: string;
  readonly reason: string;
}

/** This many are named; all are counted. */
export const MAX_NAMED = 20;

/** Says what is wrong with the id of a record. */
export function describeIdFault(vulnId: string | undefined): string {
  return vulnId === undefined ? 'It has no id.' : 'Its id is too long or not one line.';
}
