import type { ExternalReference } from './external-reference.ts';
import type { OpaqueObject } from './json-value.ts';
import type { LicenseChoice } from './license.ts';
import type { OrganizationalEntity } from './organization.ts';
import type { Property } from './property.ts';

export interface ServiceData {
  readonly flow: 'inbound' | 'outbound' | 'bi-directional' | 'unknown';
  readonly classification: string;
  readonly name?: string;
  readonly description?: string;
  readonly governance?: OpaqueObject;
  readonly source?: readonly string[];
  readonly destination?: readonly string[];
}

export interface Service {
  readonly 'bom-ref'?: string;
  readonly provider?: OrganizationalEntity;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly endpoints?: readonly string[];
  readonly authenticated?: boolean;
  readonly 'x-trust-boundary'?: boolean;
  readonly trustZone?: string;
  readonly data?: readonly ServiceData[];
  readonly licenses?: readonly LicenseChoice[];
  readonly patentAssertions?: readonly OpaqueObject[];
  readonly externalReferences?: readonly ExternalReference[];
  readonly services?: readonly Service[];
  readonly releaseNotes?: OpaqueObject;
  readonly properties?: readonly Property[];
  readonly tags?: readonly string[];
  readonly signature?: OpaqueObject;
}
