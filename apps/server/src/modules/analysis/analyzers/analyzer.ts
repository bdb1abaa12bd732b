import type { Asserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';

/** An external service that reports vulnerabilities of components. Each has a folder beside this file. */
export interface Analyzer {
  /** As attributions of findings name it. */
  readonly name: ExternalAnalyzerName;
  readonly asserter: Asserter;
  /** Returns all reports about the components. Throws if the service fails; its earlier attributions are then kept. */
  analyze(components: readonly AnalyzedComponent[], signal?: AbortSignal): Promise<readonly Report[]>;
}

/** `internal` matches mirrored vulnerabilities. */
export const ANALYZER_NAMES = ['internal', 'oss-index', 'snyk', 'trivy', 'vuln-db', 'checkmarx'] as const;
export type ExternalAnalyzerName = Exclude<(typeof ANALYZER_NAMES)[number], 'internal'>;

/** Never an internal component. */
export interface AnalyzedComponent {
  readonly id: number;
  /** The canonical package URL with qualifiers. */
  readonly purl: string | null;
  /** The canonical package URL without qualifiers and subpath. */
  readonly coordinates: string | null;
  readonly cpe: string | null;
}

export interface Report {
  readonly componentId: number;
  readonly record: VulnerabilityRecord;
  /** The analyzer's own id of the vulnerability. */
  readonly alternateIdentifier?: string | undefined;
  readonly referenceUrl?: string | undefined;
}
