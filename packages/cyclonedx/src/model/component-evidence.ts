import type { OpaqueObject } from './json-value.ts';
import type { LicenseChoice } from './license.ts';

interface Occurrence {
  readonly 'bom-ref'?: string;
  readonly location: string;
  readonly line?: number;
  readonly offset?: number;
  readonly symbol?: string;
  readonly additionalContext?: string;
}

interface IdentityEvidence {
  readonly field: string;
  readonly confidence?: number;
  readonly concludedValue?: string;
  readonly methods?: readonly {
    readonly technique: string;
    readonly confidence: number;
    readonly value?: string;
  }[];
  readonly tools?: readonly string[];
}

export interface ComponentEvidence {
  /** A single object in version 1.5, a list since 1.6. */
  readonly identity?: IdentityEvidence | readonly IdentityEvidence[];
  readonly occurrences?: readonly Occurrence[];
  readonly callstack?: OpaqueObject;
  readonly licenses?: readonly LicenseChoice[];
  readonly copyright?: readonly { readonly text: string }[];
}
