import type { ReceivedFile } from '../files/received-file.ts';

/** Where documents go that requests carry, and how large they may be, both as sent and decompressed. */
export interface DocumentPlace {
  readonly directory: string;
  readonly maxBytes: number;
  /** The property that sets this limit. */
  readonly limitedBy?: string;
}

/** A body that carries a document. */
export interface ReceivedBody {
  /** What stands beside the document: the fields of a form, or the bytes of JSON. */
  readonly rest: Record<string, string> | Buffer;
  readonly file: ReceivedFile | undefined;
}
