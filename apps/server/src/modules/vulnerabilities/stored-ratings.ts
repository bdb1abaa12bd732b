/** Ratings as they are stored, of a vulnerability or of a decision that stands in for them. */
export interface StoredRatings {
  readonly severity: string | null;
  readonly cvss_v2_vector: string | null;
  readonly cvss_v2_score: number | null;
  readonly cvss_v3_vector: string | null;
  readonly cvss_v3_score: number | null;
  readonly cvss_v4_vector: string | null;
  readonly cvss_v4_score: number | null;
  readonly owasp_vector: string | null;
  readonly owasp_score?: number | null;
}
