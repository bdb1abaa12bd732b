import type { IgnoredViolations, ReadOptions } from '@tallyman/cyclonedx';
import type { DocumentFormat } from '../../documents/read-in-thread.ts';

export interface CheckTask {
  readonly path: string;
  readonly maxBytes: number;
  readonly validation: NonNullable<ReadOptions['validation']>;
}

/** Rows for COPY into the temporary tables of a check. */
export interface CheckedLines {
  readonly components: Uint8Array;
  readonly purls: Uint8Array;
  readonly cpes: Uint8Array;
  /** The number of components so far. */
  readonly count: number;
}

/** The header of a document. */
export interface CheckedHeader extends DocumentFormat {
  readonly serialNumber: string | undefined;
  /** Present after lenient reading. */
  readonly ignored: IgnoredViolations | undefined;
}
