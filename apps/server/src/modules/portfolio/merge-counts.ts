/** What an import did to the components or services of a project. */
export interface MergeCounts {
  /** New ones, and removed ones that came back. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
