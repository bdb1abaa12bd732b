export { BomError, type BomErrorKind } from './bom-error.ts';
export type { Attachment } from './model/attachment.ts';
export { BOM_LIST_NAMES, type Bom, type BomDocument, type BomListName, type BomLists } from './model/bom.ts';
export type { Component, ComponentScope, ComponentType, Pedigree, Swid } from './model/component.ts';
export type { ComponentEvidence, IdentityEvidence, Occurrence } from './model/component-evidence.ts';
export type { Dependency } from './model/dependency.ts';
export type { ExternalReference } from './model/external-reference.ts';
export type { Hash, HashAlgorithm } from './model/hash.ts';
export type { OpaqueObject } from './model/json-value.ts';
export type {
  License,
  LicenseAcknowledgement,
  LicenseChoice,
  LicenseEntry,
  LicenseExpression,
} from './model/license.ts';
export type { LegacyTool, Metadata, Tools } from './model/metadata.ts';
export type { OrganizationalContact, OrganizationalEntity, PostalAddress } from './model/organization.ts';
export type { Property } from './model/property.ts';
export type { Service, ServiceData } from './model/service.ts';
export type {
  AffectedVersion,
  Affects,
  AnalysisJustification,
  AnalysisResponse,
  AnalysisState,
  Vulnerability,
  VulnerabilityAnalysis,
  VulnerabilityRating,
  VulnerabilitySource,
} from './model/vulnerability.ts';
export type {
  BomBatch,
  ComponentEntry,
  ElementPlace,
  IgnoredViolations,
  ServiceEntry,
} from './read/bom-batch.ts';
export { type ParsedBom, parseBom } from './read/parse-bom.ts';
export { readBom } from './read/read-bom.ts';
export type { ReadOptions } from './read/read-options.ts';
export { type BomVerdict, validateBom } from './read/validate-bom.ts';
export { DEFAULT_READ_LIMITS, type ReadLimits } from './read-limits.ts';
export type { BomSource } from './source/bom-source.ts';
export type { DetectedBom } from './source/detect-bom.ts';
export {
  type BomFormat,
  isJsonSpecVersion,
  isSpecVersion,
  JSON_SPEC_VERSIONS,
  type JsonSpecVersion,
  LATEST_SPEC_VERSION,
  SPEC_VERSIONS,
  type SpecVersion,
} from './spec-version.ts';
export type { Violation } from './violation-log.ts';
export { BomWorkers, type BomWorkersOptions } from './worker/bom-workers.ts';
export { readBomInWorker, validateBomInWorker } from './worker/read-bom-in-worker.ts';
export { type BomContent, DistinctItems } from './write/bom-content.ts';
export { formatBom, writeBom } from './write/write-bom.ts';
export type { WriteTarget } from './write/write-options.ts';
