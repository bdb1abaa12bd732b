import {
  ANALYSIS_JUSTIFICATIONS,
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  type AnalysisJustification,
  type AnalysisResponse,
  type AnalysisState,
} from '@tallyman/contract';

/** "A CycloneDX state that the service does not model (for example resolved_with_pedigree) is stored as Not Set." */
export function toAnalysisState(state: string): AnalysisState {
  return STATES.get(state) ?? 'NOT_SET';
}

export function toJustification(justification: string | undefined): AnalysisJustification | undefined {
  return JUSTIFICATIONS.get(justification ?? '');
}

export function toResponse(response: string | undefined): AnalysisResponse | undefined {
  return RESPONSES.get(response ?? '');
}

const STATES = byCyclonedxName(ANALYSIS_STATES);
const JUSTIFICATIONS = byCyclonedxName(ANALYSIS_JUSTIFICATIONS);
const RESPONSES = byCyclonedxName(ANALYSIS_RESPONSES);

/** CycloneDX has the same names in lower case. It has none for "not set": the member is absent. */
function byCyclonedxName<T extends string>(values: readonly T[]): ReadonlyMap<string, T> {
  return new Map(
    values.filter((value) => value !== 'NOT_SET').map((value) => [value.toLowerCase(), value] as const),
  );
}
