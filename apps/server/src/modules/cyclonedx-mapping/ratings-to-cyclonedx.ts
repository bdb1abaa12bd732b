import type { Severity } from '@tallyman/contract';
import type { VulnerabilityRating } from '@tallyman/cyclonedx';
import { findOwaspScores } from '../vulnerabilities/ratings/find-owasp-scores.ts';
import { resolveSeverity, type Scores } from '../vulnerabilities/ratings/resolve-severity.ts';
import type { StoredRatings } from '../vulnerabilities/ratings/stored-ratings.ts';
import { justifyRating } from './rating-scope.ts';

type Method = NonNullable<VulnerabilityRating['method']>;

/** Components of one entry with the same decision. */
export interface RatedPart<Decided extends StoredRatings = StoredRatings> {
  readonly refs: readonly string[];
  /** Absent if decisions are not exported. */
  readonly decision: Decided | undefined;
}

/** "Ratings set on the analysis appear in exports": each replaces that of the vulnerability with the same method. */
export function ratingsToCyclonedx(
  source: string,
  own: StoredRatings,
  parts: readonly RatedPart[],
): VulnerabilityRating[] {
  const name = { source: { name: source } };
  const scored = SCALES.flatMap((toRating) => {
    // The severity of a vulnerability is not that of its OWASP rating.
    const inherited = toRating({ ...own, severity: null });
    return listRatings(parts, toRating, inherited && { ...name, ...inherited });
  });
  const plain = scored.length > 0 ? undefined : { ...name, ...toPlain(own.severity ?? 'UNASSIGNED') };
  return [...scored, ...listRatings(parts, ({ severity }) => toPlain(severity), plain)];
}

type ToRating = (ratings: StoredRatings) => VulnerabilityRating | undefined;

/** The ratings with one method. A rating that was decided for some of the components names them. */
function listRatings(
  parts: readonly RatedPart[],
  toRating: ToRating,
  inherited: VulnerabilityRating | undefined,
): VulnerabilityRating[] {
  const rated = parts.map(({ decision, refs }) => ({ refs, rating: decision && toRating(decision) }));
  if (rated.length === 1) return [rated[0]?.rating ?? inherited ?? []].flat();
  const byRating = Map.groupBy(rated, ({ rating }) => JSON.stringify(rating));
  return [...byRating.values()].flatMap((same) => {
    const rating = same[0]?.rating;
    if (!rating || byRating.size === 1) return rating ?? inherited ?? [];
    return { ...rating, justification: justifyRating(same.flatMap(({ refs }) => refs)) };
  });
}

function toPlain(severity: string | null): VulnerabilityRating | undefined {
  return severity === null ? undefined : { severity: toSeverity(severity), method: 'other' };
}

const SCALES: readonly ToRating[] = [
  (row) => toCvss('CVSSv2', row.cvss_v2_vector, row.cvss_v2_score, (cvssV2) => ({ cvssV2 })),
  (row) =>
    toCvss(
      row.cvss_v3_vector?.startsWith('CVSS:3.0') ? 'CVSSv3' : 'CVSSv31',
      row.cvss_v3_vector,
      row.cvss_v3_score,
      (cvssV3) => ({ cvssV3 }),
    ),
  (row) => toCvss('CVSSv4', row.cvss_v4_vector, row.cvss_v4_score, (cvssV4) => ({ cvssV4 })),
  (row) => toOwasp(row.owasp_vector, row.owasp_score ?? null, findDecidedSeverity(row)),
];

function toCvss(
  method: Method,
  vector: string | null,
  score: number | null,
  toScores: (score: number) => Scores,
): VulnerabilityRating | undefined {
  if (vector === null && score === null) return undefined;
  return {
    ...(score === null
      ? {}
      : { score, severity: score === 0 ? 'none' : toSeverity(resolveSeverity(toScores(score))) }),
    method,
    ...(vector === null ? {} : { vector }),
  };
}

/** If OWASP is the only rating, the decided severity is that of the rating, whatever its vector amounts to. */
function findDecidedSeverity(row: StoredRatings): string | null {
  const cvss = [row.cvss_v2_vector, row.cvss_v2_score, row.cvss_v3_vector, row.cvss_v3_score];
  const isRatedOtherwise = [...cvss, row.cvss_v4_vector, row.cvss_v4_score].some((value) => value !== null);
  return isRatedOtherwise || row.severity === 'UNASSIGNED' ? null : (row.severity ?? null);
}

function toOwasp(
  vector: string | null,
  score: number | null,
  decidedSeverity: string | null,
): VulnerabilityRating | undefined {
  if (vector === null && score === null) return undefined;
  const owasp = vector === null ? undefined : findOwaspScores(vector.replace(/^OWASP\//, ''));
  const severity = decidedSeverity ?? (owasp ? resolveSeverity({ owasp }) : null);
  return {
    ...(score === null ? {} : { score }),
    ...(severity === null ? {} : { severity: toSeverity(severity) }),
    method: 'OWASP',
    ...(vector === null ? {} : { vector }),
  };
}

const SEVERITY_NAMES: Readonly<Record<Severity, NonNullable<VulnerabilityRating['severity']>>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
  INFO: 'info',
  UNASSIGNED: 'unknown',
};

function toSeverity(severity: string): NonNullable<VulnerabilityRating['severity']> {
  return SEVERITY_NAMES[severity as Severity] ?? 'unknown';
}
