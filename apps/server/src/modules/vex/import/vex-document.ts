import type { AnalysisJustification, AnalysisResponse, AnalysisState } from '@tallyman/contract';
import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';

/** The analysis node of an entry in our values. Only the fields that it carries are present. */
export interface StatedAnalysis {
  readonly state?: AnalysisState;
  readonly justification?: AnalysisJustification;
  /** The last one of the entry. */
  readonly response?: AnalysisResponse;
  readonly details?: string;
}

export interface OwaspRating {
  readonly vector?: string;
  readonly score?: number;
}

/** One entry of the vulnerabilities of a document, reduced to what an import needs. */
export interface VexStatement {
  readonly id: string;
  readonly source?: string;
  readonly refs: readonly string[];
  /** Present if the entry has an analysis node, even an empty one. */
  readonly analysis?: StatedAnalysis;
  /** The last usable rating with the method OWASP that is for all references. */
  readonly owasp?: OwaspRating;
  /** Invalid vectors of ratings with the method OWASP. Such ratings are not applied. */
  readonly invalidVectors?: readonly string[];
  /** OWASP ratings that are for some of the references only. */
  readonly owaspByRef?: ReadonlyMap<string, OwaspRating>;
}

/** The components of a document by bom-ref. */
export interface ReferenceIndex {
  readonly metadataRef: string | undefined;
  /** Only components that an entry refers to. */
  readonly components: ReadonlyMap<string, ComponentIdentity>;
  /** Each bom-ref that several components have. The first of them counts. */
  readonly duplicates: readonly string[];
}

/** Everything that an import needs of a document. */
export interface VexDocument extends ReferenceIndex {
  readonly serialNumber: string | undefined;
  readonly statements: readonly VexStatement[];
}
