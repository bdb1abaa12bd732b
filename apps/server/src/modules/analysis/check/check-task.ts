import type { BomFormat, IgnoredViolations, ReadOptions, SpecVersion } from '@tallyman/cyclonedx';
import type { DocumentRefusal } from '../../cyclonedx-mapping/refused-document.ts';

/** A document to be read. */
export interface CheckTask {
  readonly path: string;
  readonly maxBytes: number;
  readonly validation: NonNullable<ReadOptions['validation']>;
}

/** Lines of COPY for the tables that a check works with. */
export interface CheckedLines {
  readonly components: Uint8Array;
  readonly purls: Uint8Array;
  readonly cpes: Uint8Array;
  /** Components up to here. */
  readonly count: number;
}

/** What a document says about itself. */
export interface CheckedHeader {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
  readonly serialNumber: string | undefined;
  /** When it was read leniently. */
  readonly ignored: IgnoredViolations | undefined;
}

export type CheckResult = { readonly refusal: DocumentRefusal } | { readonly header: CheckedHeader };
