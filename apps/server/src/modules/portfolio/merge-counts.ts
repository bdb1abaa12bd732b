/** What an import did to the components or services of a project. */
export interface MergeCounts {
  /** How many there are now; of those that a document has more than once, one. */
  readonly total: number;
  /** New ones, and removed ones that came back. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
