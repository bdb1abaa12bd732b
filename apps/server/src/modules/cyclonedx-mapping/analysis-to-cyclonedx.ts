import type {
  AnalysisJustification,
  AnalysisResponse,
  AnalysisState,
  VulnerabilityAnalysis,
} from '@tallyman/cyclonedx';
import { saidMembers } from './said-members.ts';

/** What was decided, as it is stored. */
export interface StoredAnalysis {
  readonly state: string;
  readonly justification: string;
  readonly response: string;
  readonly details: string | null;
}

/**
 * Export rule 4: "state to analysis.state; justification to analysis.justification; vendor response to
 * analysis.responses as a one-element array; details to analysis.detail; suppression is not emitted". Of a finding
 * that nobody decided on nothing is known, which makes an empty object.
 */
export function analysisToCyclonedx(analysis: StoredAnalysis): VulnerabilityAnalysis {
  const response = toName<AnalysisResponse>(analysis.response);
  return saidMembers<VulnerabilityAnalysis>({
    state: toName<AnalysisState>(analysis.state),
    justification: toName<AnalysisJustification>(analysis.justification),
    response: response && [response],
    detail: analysis.details?.trim() ? analysis.details : undefined,
  });
}

function toName<T extends string>(value: string): T | undefined {
  return value === 'NOT_SET' ? undefined : (value.toLowerCase() as T);
}
