import type { AnalysisJustification, AnalysisResponse, AnalysisState } from '@tallyman/contract';

export const STATE_WORDS: Record<AnalysisState, string> = {
  NOT_SET: 'Not set',
  IN_TRIAGE: 'In triage',
  EXPLOITABLE: 'Exploitable',
  NOT_AFFECTED: 'Not affected',
  FALSE_POSITIVE: 'False positive',
  RESOLVED: 'Resolved',
};

/** In the order of their number keys. */
export const JUSTIFICATION_WORDS: Record<Exclude<AnalysisJustification, 'NOT_SET'>, string> = {
  CODE_NOT_PRESENT: 'The vulnerable code is not present',
  CODE_NOT_REACHABLE: 'The vulnerable code is not reachable',
  REQUIRES_CONFIGURATION: 'Needs a configuration that is not used',
  REQUIRES_DEPENDENCY: 'Needs a dependency that is not present',
  REQUIRES_ENVIRONMENT: 'Needs an environment that is not present',
  PROTECTED_BY_COMPILER: 'Protected by the compiler',
  PROTECTED_AT_RUNTIME: 'Protected at run time',
  PROTECTED_AT_PERIMETER: 'Protected at the perimeter',
  PROTECTED_BY_MITIGATING_CONTROL: 'Protected by a mitigating control',
};

export const RESPONSE_WORDS: Record<AnalysisResponse, string> = {
  NOT_SET: 'None',
  CAN_NOT_FIX: 'Cannot fix',
  WILL_NOT_FIX: 'Will not fix',
  UPDATE: 'Update',
  ROLLBACK: 'Rollback',
  WORKAROUND_AVAILABLE: 'Workaround available',
};

/** Decisions of these states hide a finding unless said otherwise, as when they come from a VEX document. */
export function suppressesByDefault(state: AnalysisState): boolean {
  return state === 'NOT_AFFECTED' || state === 'FALSE_POSITIVE' || state === 'RESOLVED';
}

/** One key each, when the list has the focus. */
export const STATE_KEYS: Readonly<Record<string, AnalysisState>> = {
  f: 'FALSE_POSITIVE',
  t: 'IN_TRIAGE',
  e: 'EXPLOITABLE',
  r: 'RESOLVED',
};
