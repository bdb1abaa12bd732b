import type { Attachment } from './attachment.ts';
import type { OpaqueObject } from './json-value.ts';
import type { Property } from './property.ts';

type LicenseAcknowledgement = 'declared' | 'concluded';

/** Has either an SPDX `id` or a `name`. */
export interface License {
  readonly 'bom-ref'?: string;
  readonly id?: string;
  readonly name?: string;
  readonly acknowledgement?: LicenseAcknowledgement;
  readonly text?: Attachment;
  readonly url?: string;
  readonly licensing?: OpaqueObject;
  readonly properties?: readonly Property[];
}

interface LicenseEntry {
  readonly license: License;
}

interface LicenseExpressionDetail {
  readonly licenseIdentifier: string;
  readonly 'bom-ref'?: string;
  readonly text?: Attachment;
  readonly url?: string;
}

interface LicenseExpression {
  readonly expression: string;
  readonly expressionDetails?: readonly LicenseExpressionDetail[];
  readonly acknowledgement?: LicenseAcknowledgement;
  readonly 'bom-ref'?: string;
  readonly licensing?: OpaqueObject;
  readonly properties?: readonly Property[];
}

export type LicenseChoice = LicenseEntry | LicenseExpression;
