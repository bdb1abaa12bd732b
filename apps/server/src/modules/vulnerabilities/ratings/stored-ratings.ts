/** Ratings that a vulnerability and a decision about a finding both have: field name to column name. */
export const RATING_COLUMNS = {
  severity: 'severity',
  cvssV2Vector: 'cvss_v2_vector',
  cvssV2Score: 'cvss_v2_score',
  cvssV3Vector: 'cvss_v3_vector',
  cvssV3Score: 'cvss_v3_score',
  cvssV4Vector: 'cvss_v4_vector',
  cvssV4Score: 'cvss_v4_score',
  owaspVector: 'owasp_vector',
} as const;

/** A decision has one OWASP score. A vulnerability has three, see `OWASP_SCORE_COLUMNS`. */
export const DECISION_RATING_COLUMNS = { ...RATING_COLUMNS, owaspScore: 'owasp_score' } as const;

export const OWASP_SCORE_COLUMNS = [
  'owasp_likelihood_score',
  'owasp_technical_impact_score',
  'owasp_business_impact_score',
] as const;

/** All ratings of a vulnerability. Keep the order: content hashes depend on it. */
export const VULNERABILITY_RATING_COLUMNS = [
  'cvss_v2_vector',
  'cvss_v2_score',
  'cvss_v2_impact_score',
  'cvss_v2_exploitability_score',
  'cvss_v3_vector',
  'cvss_v3_score',
  'cvss_v3_impact_score',
  'cvss_v3_exploitability_score',
  'cvss_v4_vector',
  'cvss_v4_score',
  'owasp_vector',
  ...OWASP_SCORE_COLUMNS,
  'severity',
] as const;

type ColumnsOf<Columns> = {
  readonly [Column in Columns & string]: Column extends `${string}_score` ? number | null : string | null;
};

/** Ratings of a vulnerability, or of a decision that replaces them, as they are stored. */
export type StoredRatings = ColumnsOf<(typeof RATING_COLUMNS)[keyof typeof RATING_COLUMNS]> & {
  readonly owasp_score?: number | null;
};

export type OwaspScores = ColumnsOf<(typeof OWASP_SCORE_COLUMNS)[number]>;

/** All ratings of a vulnerability as they are stored. Its severity is never null. */
export type VulnerabilityRatings = ColumnsOf<(typeof VULNERABILITY_RATING_COLUMNS)[number]> & {
  readonly severity: string;
};
