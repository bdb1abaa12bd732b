import type { AnalysisState } from '@tallyman/contract';
import type { DecisionFields } from '../../findings/decision.ts';
import type { OwaspRating, VexStatement } from './vex-document.ts';

/** "Imported state is False Positive, Not Affected or Resolved: the finding becomes suppressed." */
const SUPPRESSING: ReadonlySet<AnalysisState> = new Set(['FALSE_POSITIVE', 'NOT_AFFECTED', 'RESOLVED']);

/**
 * Import rule 7: contains only the fields that the entry carries. "Imported state is any other state: suppression is
 * left unchanged."
 */
export function toDecision({ analysis = {} }: VexStatement, owasp: OwaspRating): DecisionFields {
  return {
    ...analysis,
    ...(analysis.state && SUPPRESSING.has(analysis.state) ? { isSuppressed: true } : {}),
    ...(owasp.vector === undefined ? {} : { owaspVector: owasp.vector }),
    ...(owasp.score === undefined ? {} : { owaspScore: owasp.score }),
  };
}

/**
 * Whether a finding without an OWASP rating of its own inherits this rating from the vulnerability already: "a decision
 * equal to what the finding already has is unchanged".
 */
export function isInherited({ vector, score }: OwaspRating, inheritedVector: string | null): boolean {
  return score === undefined && vector === inheritedVector;
}
