import type { BomFormat, SpecVersion } from '@tallyman/cyclonedx';
import type { DocumentRefusal } from '../../cyclonedx-mapping/refused-document.ts';
import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';
import type { VexStatement } from './vex-document.ts';

/** What a thread is asked to do with a document: tell its kind, hold it against its schema, or give its statements. */
export interface VexTask {
  readonly kind: 'inspect' | 'validate' | 'statements';
  readonly path: string;
  readonly maxBytes: number;
}

/** Some statements, in the order of the document. */
export type VexStatements = readonly VexStatement[];

export interface VexKind {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
}

/** What a document says beside its statements. */
export interface VexHeader extends VexKind {
  readonly serialNumber: string | undefined;
  readonly metadataRef: string | undefined;
  readonly components: ReadonlyMap<string, ComponentIdentity>;
  readonly duplicates: readonly string[];
}

export type VexResult = { readonly refusal: DocumentRefusal } | { readonly header: VexHeader };
