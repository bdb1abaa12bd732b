import type { IgnoredViolations, ReadOptions } from '@tallyman/cyclonedx';
import type { DocumentFormat } from '../../documents/read-in-thread.ts';
import type { LicenseTable } from '../../licenses/license-table.ts';
import type { InternalRules } from '../../portfolio/components/internal-rule.ts';
import type { DescribedProject } from '../../portfolio/import/described-project.ts';
import type { StageName } from '../../portfolio/import/imported-rows.ts';

/** Returns the format of a document. Validates it against its schema unless validation is off. */
export interface KindTask {
  readonly kind: 'inspect';
  readonly validation: NonNullable<ReadOptions['validation']>;
  readonly path: string;
  readonly maxBytes: number;
}

/** Sends the rows of a document as the portfolio stores them. */
export interface RowsTask {
  readonly kind: 'rows';
  readonly path: string;
  readonly licenses: LicenseTable;
  readonly internal: InternalRules;
  readonly slots: SharedArrayBuffer | undefined;
}

export type BomTask = KindTask | RowsTask;

/** Lines for one stage of an import. They may be in shared memory: use them before reading more. */
export interface BomRows {
  readonly stage: StageName;
  readonly chunk: Uint8Array;
  /** How many components were read so far. */
  readonly components: number;
}

export interface InspectedKind extends DocumentFormat {
  /** Present if the document was read leniently. */
  readonly ignored: IgnoredViolations | undefined;
}

/** Everything that is stored of a document beside its rows. */
export interface BomHeader extends DocumentFormat {
  readonly serialNumber: string | null;
  readonly bomVersion: number | null;
  /** Epoch milliseconds. */
  readonly generatedAt: number | null;
  readonly rootRef: string | null;
  readonly project: DescribedProject;
  readonly components: number;
  readonly services: number;
  readonly edges: number;
  readonly isNested: boolean;
}

export type BomResult = { readonly kind: InspectedKind } | { readonly header: BomHeader };
