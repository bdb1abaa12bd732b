import type { BomFormat, IgnoredViolations, ReadOptions, SpecVersion } from '@tallyman/cyclonedx';
import type { DocumentRefusal } from '../../documents/refused-document.ts';

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
export interface CheckedHeader {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
  readonly serialNumber: string | undefined;
  /** Present after lenient reading. */
  readonly ignored: IgnoredViolations | undefined;
}

export type CheckResult = { readonly refusal: DocumentRefusal } | { readonly header: CheckedHeader };
