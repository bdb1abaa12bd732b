import type { AnalysisJustification, AnalysisResponse, AnalysisState } from '@tallyman/contract';
import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';

/** What the analysis node of an entry says, in our words. Only what it carries. */
export interface SaidAnalysis {
  readonly state?: AnalysisState;
  readonly justification?: AnalysisJustification;
  /** The last one. */
  readonly response?: AnalysisResponse;
  readonly details?: string;
}

export interface SaidOwasp {
  readonly vector?: string;
  readonly score?: number;
}

/** One entry of the vulnerabilities of a document, without what an import does not look at. */
export interface VexStatement {
  readonly id: string;
  readonly source?: string;
  readonly refs: readonly string[];
  /** Present when the entry has an analysis node, even an empty one. */
  readonly analysis?: SaidAnalysis;
  /** Present when a rating with the method OWASP says something. */
  readonly owasp?: SaidOwasp;
  /** Vectors of ratings with the method OWASP that are none: such ratings are not applied. */
  readonly refusedVectors?: readonly string[];
  /** Ratings that are for some of the references only. */
  readonly owaspByRef?: ReadonlyMap<string, SaidOwasp>;
}

/** What the references of a document may resolve to. */
export interface ReferenceIndex {
  readonly metadataRef: string | undefined;
  /** Only those that an entry refers to. */
  readonly components: ReadonlyMap<string, ComponentIdentity>;
  /** What stands more than once as a bom-ref: the first one counts. */
  readonly duplicates: readonly string[];
}

/** A document as an import sees it. */
export interface VexDocument extends ReferenceIndex {
  readonly serialNumber: string | undefined;
  readonly statements: readonly VexStatement[];
}
