export { BomError, type BomErrorKind } from './bom-error.ts';
export type { Bom, BomDocument } from './model/bom.ts';
export type { Component, ComponentScope, ComponentType, Swid } from './model/component.ts';
export type { Dependency } from './model/dependency.ts';
export type { ExternalReference } from './model/external-reference.ts';
export type { Hash, HashAlgorithm } from './model/hash.ts';
export type { OpaqueObject } from './model/json-value.ts';
export type { License, LicenseChoice } from './model/license.ts';
export type { LegacyTool, Metadata, Tools } from './model/metadata.ts';
export type { OrganizationalContact, OrganizationalEntity } from './model/organization.ts';
export type { Property } from './model/property.ts';
export type { Service, ServiceData } from './model/service.ts';
export type {
  AnalysisJustification,
  AnalysisResponse,
  AnalysisState,
  Vulnerability,
  VulnerabilityAnalysis,
  VulnerabilityRating,
} from './model/vulnerability.ts';
export type { BomBatch, ElementPlace, IgnoredViolations } from './read/bom-batch.ts';
export { type ParsedBom, parseBom } from './read/parse-bom.ts';
export { readBom } from './read/read-bom.ts';
export type { ReadOptions } from './read/read-options.ts';
export { validateBom } from './read/validate-bom.ts';
export {
  type BomFormat,
  isJsonSpecVersion,
  isSpecVersion,
  SPEC_VERSIONS,
  type SpecVersion,
} from './spec-version.ts';
export type { Violation } from './violation-log.ts';
export { type BomContent, DistinctItems } from './write/bom-content.ts';
export { formatBom, writeBom } from './write/write-bom.ts';
export type { WriteTarget } from './write/write-options.ts';
