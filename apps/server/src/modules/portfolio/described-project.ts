/** What a document says about the project itself. What it leaves out is null. */
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
  /** Of the document, not of the project: who made it, with which tools. */
  readonly metadata: object | null;
  /** What the document says about itself and the project beyond all this, as it says it. */
  readonly document: object | null;
}
