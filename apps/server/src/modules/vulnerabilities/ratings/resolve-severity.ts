import { type OwaspLevel, SEVERITIES, type Severity } from '@tallyman/contract';
import { toOwaspLevel } from './find-owasp-scores.ts';

export interface Scores {
  readonly cvssV2?: number | null | undefined;
  readonly cvssV3?: number | null | undefined;
  readonly cvssV4?: number | null | undefined;
  readonly owasp?:
    | { readonly likelihood: number; readonly technicalImpact: number; readonly businessImpact: number }
    | null
    | undefined;
}

/** "From v4, else v3, else v2; max with OWASP result." Without a score the stated severity counts. */
export function resolveSeverity(scores: Scores, stated?: Severity | null): Severity {
  const computed = worst(ofCvss(scores), scores.owasp ? ofOwasp(scores.owasp) : 'UNASSIGNED');
  const isScored = [scores.cvssV2, scores.cvssV3, scores.cvssV4, scores.owasp].some((score) => score != null);
  return isScored ? computed : (stated ?? 'UNASSIGNED');
}

function ofCvss({ cvssV2, cvssV3, cvssV4 }: Scores): Severity {
  const score = cvssV4 ?? cvssV3;
  if (score != null && score >= 9) return 'CRITICAL';
  return ofLowerScore(score ?? cvssV2 ?? 0);
}

function ofLowerScore(score: number): Severity {
  if (score >= 7) return 'HIGH';
  if (score >= 4) return 'MEDIUM';
  return score > 0 ? 'LOW' : 'UNASSIGNED';
}

/** Indexed by likelihood, then by impact. */
const RISK: Readonly<Record<OwaspLevel, Readonly<Record<OwaspLevel, Severity>>>> = {
  LOW: { LOW: 'INFO', MEDIUM: 'LOW', HIGH: 'MEDIUM' },
  MEDIUM: { LOW: 'LOW', MEDIUM: 'MEDIUM', HIGH: 'HIGH' },
  HIGH: { LOW: 'MEDIUM', MEDIUM: 'HIGH', HIGH: 'CRITICAL' },
};

function ofOwasp({ likelihood, technicalImpact, businessImpact }: NonNullable<Scores['owasp']>): Severity {
  const impact = Math.max(technicalImpact, businessImpact);
  return RISK[toOwaspLevel(likelihood)][toOwaspLevel(impact)];
}

function worst(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b) ? a : b;
}
