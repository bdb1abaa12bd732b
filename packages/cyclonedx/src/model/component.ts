import type { Attachment } from './attachment.ts';
import type { ComponentEvidence } from './component-evidence.ts';
import type { ExternalReference } from './external-reference.ts';
import type { Hash } from './hash.ts';
import type { OpaqueObject } from './json-value.ts';
import type { LicenseChoice } from './license.ts';
import type { OrganizationalContact, OrganizationalEntity } from './organization.ts';
import type { Property } from './property.ts';

export type ComponentType =
  | 'application'
  | 'framework'
  | 'library'
  | 'container'
  | 'platform'
  | 'operating-system'
  | 'device'
  | 'device-driver'
  | 'firmware'
  | 'file'
  | 'machine-learning-model'
  | 'data'
  | 'cryptographic-asset';

export type ComponentScope = 'required' | 'optional' | 'excluded';

export interface Swid {
  readonly tagId: string;
  readonly name: string;
  readonly version?: string;
  readonly tagVersion?: number;
  readonly patch?: boolean;
  readonly text?: Attachment;
  readonly url?: string;
}

interface Pedigree {
  readonly ancestors?: readonly Component[];
  readonly descendants?: readonly Component[];
  readonly variants?: readonly Component[];
  readonly commits?: readonly OpaqueObject[];
  readonly patches?: readonly OpaqueObject[];
  readonly notes?: string;
}

/** The JSON form of the newest version, including its deprecated members (`author`, `modified`). */
export interface Component {
  readonly type: ComponentType;
  readonly 'mime-type'?: string;
  readonly 'bom-ref'?: string;
  readonly supplier?: OrganizationalEntity;
  readonly manufacturer?: OrganizationalEntity;
  readonly authors?: readonly OrganizationalContact[];
  readonly author?: string;
  readonly publisher?: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly versionRange?: string;
  readonly isExternal?: boolean;
  readonly description?: string;
  readonly scope?: ComponentScope;
  readonly hashes?: readonly Hash[];
  readonly licenses?: readonly LicenseChoice[];
  readonly copyright?: string;
  readonly patentAssertions?: readonly OpaqueObject[];
  readonly cpe?: string;
  readonly purl?: string;
  readonly omniborId?: readonly string[];
  readonly swhid?: readonly string[];
  readonly swid?: Swid;
  readonly modified?: boolean;
  readonly pedigree?: Pedigree;
  readonly externalReferences?: readonly ExternalReference[];
  readonly components?: readonly Component[];
  readonly evidence?: ComponentEvidence;
  readonly releaseNotes?: OpaqueObject;
  readonly modelCard?: OpaqueObject;
  readonly data?: readonly OpaqueObject[];
  readonly cryptoProperties?: OpaqueObject;
  readonly properties?: readonly Property[];
  readonly tags?: readonly string[];
  readonly signature?: OpaqueObject;
}
