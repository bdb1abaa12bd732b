import type { Component } from './component.ts';
import type { ExternalReference } from './external-reference.ts';
import type { Hash } from './hash.ts';
import type { OpaqueObject } from './json-value.ts';
import type { LicenseChoice } from './license.ts';
import type { OrganizationalContact, OrganizationalEntity } from './organization.ts';
import type { Property } from './property.ts';
import type { Service } from './service.ts';

/** How tools were named up to version 1.4; still allowed. */
export interface LegacyTool {
  readonly vendor?: string;
  readonly name?: string;
  readonly version?: string;
  readonly hashes?: readonly Hash[];
  readonly externalReferences?: readonly ExternalReference[];
}

export interface Tools {
  readonly components?: readonly Component[];
  readonly services?: readonly Service[];
}

export interface Metadata {
  readonly timestamp?: string;
  readonly lifecycles?: readonly OpaqueObject[];
  readonly tools?: Tools | readonly LegacyTool[];
  readonly manufacturer?: OrganizationalEntity;
  readonly authors?: readonly OrganizationalContact[];
  readonly component?: Component;
  /** The maker of the component, up to 1.5; deprecated since. */
  readonly manufacture?: OrganizationalEntity;
  readonly supplier?: OrganizationalEntity;
  readonly licenses?: readonly LicenseChoice[];
  readonly properties?: readonly Property[];
  readonly distributionConstraints?: OpaqueObject;
}
