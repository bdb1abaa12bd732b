/** The project as the document describes it. Absent members are null. */
export interface DescribedProject {
  readonly publisher: string | null;
  readonly classifier: string | null;
  readonly cpe: string | null;
  readonly purl: string | null;
  readonly swid_tag_id: string | null;
  readonly authors: object | null;
  readonly supplier: object | null;
  readonly manufacturer: object | null;
  readonly external_references: object | null;
  /** The metadata of the document: its authors and tools. */
  readonly metadata: object | null;
  /** All other content of the document about itself and the project, unchanged. */
  readonly document: object | null;
}
