import type { ReceivedFile } from '../files/received-file.ts';

/** Where received documents are written, and their largest size, as sent and decompressed. */
export interface DocumentDestination {
  readonly directory: string;
  readonly maxBytes: number;
  /** The property that sets this limit. */
  readonly limitedBy?: string;
}

/** A body that contains a document. */
export interface ReceivedBody {
  /** The body without the document: the fields of a form, or the bytes of JSON. */
  readonly rest: Record<string, string> | Buffer;
  readonly file: ReceivedFile | undefined;
}
