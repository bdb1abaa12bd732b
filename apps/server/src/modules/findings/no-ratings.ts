/** What a decision says of ratings where it leaves those of the vulnerability alone. */
export const NO_RATINGS = {
  severity: null,
  cvss_v2_vector: null,
  cvss_v2_score: null,
  cvss_v3_vector: null,
  cvss_v3_score: null,
  cvss_v4_vector: null,
  cvss_v4_score: null,
  owasp_vector: null,
  owasp_score: null,
} as const;
