import { RATING_SEVERITIES, type RatingSeverity } from '@tallyman/contract';
import { type DecidedFields, UNDECIDED } from '../findings/decision.ts';
import { findCvssScores } from '../vulnerabilities/ratings/find-cvss-scores.ts';
import { findOwaspScores } from '../vulnerabilities/ratings/find-owasp-scores.ts';
import type { PolicyDraft, Rating } from './vuln-policy.ts';

/** "Writes all fields": those that the policy does not set are undecided. The severity is the highest of its ratings. */
export function toDecisionFields({ analysis, ratings }: PolicyDraft): DecidedFields {
  return {
    ...UNDECIDED,
    state: analysis.state,
    justification: analysis.justification ?? 'NOT_SET',
    response: analysis.response ?? 'NOT_SET',
    details: analysis.details ?? null,
    isSuppressed: analysis.suppress ?? false,
    severity: highest(ratings),
    ...Object.assign({}, ...ratings.map(toRatingFields)),
  };
}

function highest(ratings: readonly Rating[]): RatingSeverity | null {
  return RATING_SEVERITIES.find((severity) => ratings.some((rating) => rating.severity === severity)) ?? null;
}

function toRatingFields({ method, vector, score }: Rating): Partial<DecidedFields> {
  const given = { vector: vector ?? null, score: score ?? scoreOf(method, vector) };
  switch (method) {
    case 'CVSSV2':
      return { cvssV2Vector: given.vector, cvssV2Score: given.score };
    case 'CVSSV3':
      return { cvssV3Vector: given.vector, cvssV3Score: given.score };
    case 'CVSSV4':
      return { cvssV4Vector: given.vector, cvssV4Score: given.score };
    case 'OWASP':
      return { owaspVector: given.vector, owaspScore: given.score };
  }
}

function scoreOf(method: Rating['method'], vector: string | undefined): number | null {
  if (vector === undefined) return null;
  if (method === 'OWASP') return findOwaspScores(vector)?.likelihood ?? null;
  return findCvssScores(vector)?.base ?? null;
}
