/** Possible states of a decision on a finding. */
export const ANALYSIS_STATES = [
  'EXPLOITABLE',
  'IN_TRIAGE',
  'FALSE_POSITIVE',
  'NOT_AFFECTED',
  'RESOLVED',
  'NOT_SET',
] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

export const ANALYSIS_JUSTIFICATIONS = [
  'CODE_NOT_PRESENT',
  'CODE_NOT_REACHABLE',
  'REQUIRES_CONFIGURATION',
  'REQUIRES_DEPENDENCY',
  'REQUIRES_ENVIRONMENT',
  'PROTECTED_BY_COMPILER',
  'PROTECTED_AT_RUNTIME',
  'PROTECTED_AT_PERIMETER',
  'PROTECTED_BY_MITIGATING_CONTROL',
  'NOT_SET',
] as const;
export type AnalysisJustification = (typeof ANALYSIS_JUSTIFICATIONS)[number];

/** Possible responses of the vendor. */
export const ANALYSIS_RESPONSES = [
  'CAN_NOT_FIX',
  'WILL_NOT_FIX',
  'UPDATE',
  'ROLLBACK',
  'WORKAROUND_AVAILABLE',
  'NOT_SET',
] as const;
export type AnalysisResponse = (typeof ANALYSIS_RESPONSES)[number];

/** Who may have made a decision. */
export const DECIDERS = ['PERSON', 'VEX', 'POLICY', 'CARRIED_OVER', 'EXPIRY'] as const;
