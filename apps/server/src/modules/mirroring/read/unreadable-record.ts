/** A record that could not be read, while others of the same file could. */
export interface UnreadableRecord {
  /** Its id, or the name of the file or where it stands if it has none. */
  readonly record: string;
  readonly reason: string;
}

/** So many are named; all are counted. */
export const MOST_NAMED = 20;

/** What is wrong with a record that is called so, or not at all. */
export function faultOf(vulnId: string | undefined): string {
  return vulnId === undefined ? 'It has no id.' : 'Its id is too long or not one line.';
}
