import type {
  AnalysisJustification,
  AnalysisResponse,
  AnalysisState,
  VulnerabilityAnalysis,
} from '@tallyman/cyclonedx';
import { definedMembers } from './defined-members.ts';

/** A decision as it is stored. */
export interface StoredAnalysis {
  readonly state: string;
  readonly justification: string;
  readonly response: string;
  readonly details: string | null;
}

/**
 * Export rule 4: "state to analysis.state; justification to analysis.justification; vendor response to
 * analysis.responses as a one-element array; details to analysis.detail; suppression is not emitted". Empty for a
 * finding without a decision.
 */
export function analysisToCyclonedx(analysis: StoredAnalysis): VulnerabilityAnalysis {
  const response = toName<AnalysisResponse>(analysis.response);
  return definedMembers<VulnerabilityAnalysis>({
    state: toName<AnalysisState>(analysis.state),
    justification: toName<AnalysisJustification>(analysis.justification),
    response: response && [response],
    detail: analysis.details?.trim() ? analysis.details : undefined,
  });
}

function toName<T extends string>(value: string): T | undefined {
  return value === 'NOT_SET' ? undefined : (value.toLowerCase() as T);
}
