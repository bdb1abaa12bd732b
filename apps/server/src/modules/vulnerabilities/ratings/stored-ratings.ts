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

type ColumnsOf<Columns> = {
  readonly [Column in Columns & string]: Column extends `${string}_score` ? number | null : string | null;
};

/** Ratings of a vulnerability, or of a decision that replaces them, as they are stored. */
export type StoredRatings = ColumnsOf<(typeof RATING_COLUMNS)[keyof typeof RATING_COLUMNS]> & {
  readonly owasp_score?: number | null;
};

export type OwaspScores = ColumnsOf<(typeof OWASP_SCORE_COLUMNS)[number]>;
