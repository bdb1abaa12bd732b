import type { StoredFileKind } from '../../platform/files/stored-file-store.ts';

/** The tables of uploads. They share the columns that the life cycle of a document needs. */
export type UploadTable = 'bom_upload' | 'vex_upload';

/** What differs between the kinds of documents that are uploaded, stored and imported by a job. */
export interface DocumentKind<Table extends UploadTable = UploadTable> {
  /** For people. */
  readonly name: string;
  /** One row for each upload. */
  readonly table: Table;
  /** The columns of the table that refer to stored files. */
  readonly fileColumns: readonly string[];
  readonly fileKind: StoredFileKind;
  readonly job: 'import-bom' | 'import-vex';
  /** The property that limits the size of a document. */
  readonly sizeLimit: 'svc.bom.max-bytes' | 'svc.vex.max-bytes';
}
