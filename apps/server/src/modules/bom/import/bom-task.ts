import type { IgnoredViolations, ReadOptions } from '@tallyman/cyclonedx';
import type { DocumentFormat } from '../../documents/read-in-thread.ts';
import type { LicenseTable } from '../../licenses/license-table.ts';
import type { DescribedProject } from '../../portfolio/described-project.ts';
import type { StageName } from '../../portfolio/imported-rows.ts';
import type { InternalRules } from '../../portfolio/internal-rule.ts';

/** Asks what a document is. Unless validation is off, all of it is held against its schema. */
export interface KindTask {
  readonly kind: 'inspect';
  readonly validation: NonNullable<ReadOptions['validation']>;
  readonly path: string;
  readonly maxBytes: number;
}

/** Asks for the rows that a document makes in the portfolio. */
export interface RowsTask {
  readonly kind: 'rows';
  readonly path: string;
  readonly licenses: LicenseTable;
  readonly internal: InternalRules;
  readonly slots: SharedArrayBuffer | undefined;
}

/** What a thread is asked to do with a document. */
export type BomTask = KindTask | RowsTask;

/** Lines for one of the stages of an import. They may lie in shared memory: use them before asking for more. */
export interface BomRows {
  readonly stage: StageName;
  readonly chunk: Uint8Array;
  /** Components so far. */
  readonly components: number;
}

export interface InspectedKind extends DocumentFormat {
  /** Present if the document was read leniently. */
  readonly ignored: IgnoredViolations | undefined;
}

/** What a document says beside its rows. */
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
