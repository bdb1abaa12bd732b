import { type CheckReport, SEVERITIES } from '@tallyman/contract';
import type { FitnessCount, SeverityCount } from './check-store.ts';
import type { Fitness } from './checked-rows.ts';

export function presentCounts(
  fitness: readonly FitnessCount[],
  affected: number,
  severities: readonly SeverityCount[],
): Pick<CheckReport, 'components' | 'findings'> {
  const withFitness = (expected: Fitness) => fitness.find((row) => row.fitness === expected)?.components ?? 0;
  const withSeverity = (expected: string) =>
    severities.find((row) => row.severity === expected)?.findings ?? 0;
  const counted = SEVERITIES.map((severity) => [severity.toLowerCase(), withSeverity(severity)]);
  const findings = Object.fromEntries(counted) as Omit<CheckReport['findings'], 'total'>;
  return {
    components: {
      total: fitness.reduce((sum, { components }) => sum + components, 0),
      matchable: withFitness('MATCHABLE'),
      withoutIdentifier: withFitness('WITHOUT_IDENTIFIER'),
      withUnusableIdentifier: withFitness('UNUSABLE_IDENTIFIER'),
      affected,
    },
    findings: { total: severities.reduce((sum, row) => sum + row.findings, 0), ...findings },
  };
}
