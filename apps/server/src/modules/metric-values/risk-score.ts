/** The severities that metrics count separately, from the highest. INFO counts as unassigned. */
export const COUNTED_SEVERITIES = ['critical', 'high', 'medium', 'low', 'unassigned'] as const;
export type CountedSeverity = (typeof COUNTED_SEVERITIES)[number];

export type RiskWeights = Readonly<Record<CountedSeverity, number>>;

/** The sum of the vulnerabilities of each severity, multiplied by its weight. */
export function computeRiskScore(
  numbers: Readonly<Record<CountedSeverity, number>>,
  weights: RiskWeights,
): number {
  return COUNTED_SEVERITIES.reduce((sum, severity) => sum + numbers[severity] * weights[severity], 0);
}

/** The number of vulnerabilities of all severities. */
export function countVulnerabilities(numbers: Readonly<Record<CountedSeverity, number>>): number {
  return COUNTED_SEVERITIES.reduce((sum, severity) => sum + numbers[severity], 0);
}
