import type { Asserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';

/** Somebody out there who knows which components are vulnerable. Each is a folder beside this file. */
export interface Analyzer {
  /** As findings name it. */
  readonly name: AnalyzerName;
  readonly asserter: Asserter;
  /** All that it reports about the components. Throws if it cannot be asked: then what it said before stays. */
  analyze(components: readonly AnalyzedComponent[], signal?: AbortSignal): Promise<readonly Report[]>;
}

/** `internal` is the one that needs nobody: it is always asked. */
export const ANALYZER_NAMES = ['internal', 'oss-index', 'snyk', 'trivy', 'vuln-db', 'checkmarx'] as const;
type AnalyzerName = (typeof ANALYZER_NAMES)[number];

/** Never one that is made in-house: those are nobody else's business. */
export interface AnalyzedComponent {
  readonly id: number;
  /** The canonical package URL without qualifiers and subpath. */
  readonly coordinates: string | null;
  readonly cpe: string | null;
}

export interface Report {
  readonly componentId: number;
  readonly record: VulnerabilityRecord;
  /** How the analyzer calls the vulnerability, and where to read about it. */
  readonly alternateIdentifier?: string | undefined;
  readonly referenceUrl?: string | undefined;
}
