import type { DocumentFormat } from '../../documents/read-in-thread.ts';
import type { ReferenceIndex, VexStatement } from './vex-document.ts';

/** `inspect` returns the format of a document, `validate` also validates it, `statements` sends its statements. */
export interface VexTask {
  readonly kind: 'inspect' | 'validate' | 'statements';
  readonly path: string;
  readonly maxBytes: number;
}

/** Some statements, in the order of the document. */
export type VexStatements = readonly VexStatement[];

/** Everything that an import needs of a document beside its statements. */
export interface VexHeader extends DocumentFormat, ReferenceIndex {
  readonly serialNumber: string | undefined;
}
