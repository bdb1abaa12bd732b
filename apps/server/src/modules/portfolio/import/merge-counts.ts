/** The effect of an import on the components or services of a project. */
export interface MergeCounts {
  /** The number after the import. Duplicates in the document count once. */
  readonly total: number;
  /** New and restored ones. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
