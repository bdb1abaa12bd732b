/** A record that could not be read, while others of the same file could. */
export interface UnreadableRecord {
  /** Its id, or the name of the file or where it stands if it has none. */
  readonly record: string;
  readonly reason: string;
}

/** So many are named; all are counted. */
export const MOST_NAMED = 20;
