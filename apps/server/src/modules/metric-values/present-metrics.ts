import type {
  ConciseMetrics,
  DependencyMetrics,
  DependencyMetricsV2,
  PortfolioMetrics,
  ProjectMetrics,
} from '@tallyman/contract';
import type {
  ComponentMetricsRow,
  ComponentNumbers,
  PortfolioMetricsRow,
  ProjectMetricsRow,
  ProjectNumbers,
} from './metric-numbers.ts';
import { countVulnerabilities } from './risk-score.ts';

export function presentDependencyMetrics(row: ComponentMetricsRow): DependencyMetrics {
  const time = new Date(row.measured_at).getTime();
  return {
    ...presentSeverities(row),
    ...presentFindings(row),
    ...presentViolationTotals(row),
    ...presentAudits(row),
    inheritedRiskScore: row.risk_score,
    firstOccurrence: time,
    lastOccurrence: time,
  };
}

/** The same numbers under the names of version 2 of the API, without times. */
export function presentDependencyMetricsV2(row: ComponentMetricsRow): DependencyMetricsV2 {
  const { firstOccurrence: _, lastOccurrence: __, ...numbers } = presentDependencyMetrics(row);
  const renamed = Object.entries(numbers).map(([name, value]) => [toSnakeCase(name), value]);
  return Object.fromEntries(renamed) as DependencyMetricsV2;
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function presentProjectMetrics(row: ProjectMetricsRow): ProjectMetrics {
  return {
    components: row.components,
    vulnerableComponents: row.vulnerable_components,
    ...presentDependencyMetrics(row),
  };
}

export function presentPortfolioMetrics(row: PortfolioMetricsRow): PortfolioMetrics {
  return {
    projects: row.projects,
    vulnerableProjects: row.vulnerable_projects,
    ...presentProjectMetrics(row),
  };
}

export function presentConciseMetrics(row: ProjectNumbers & { readonly risk_score: number }): ConciseMetrics {
  return {
    components: row.components,
    ...presentSeverities(row),
    inheritedRiskScore: row.risk_score,
    ...presentViolationTotals(row),
  };
}

function presentSeverities(row: ComponentNumbers) {
  const { critical, high, medium, low, unassigned, kev } = row;
  return { critical, high, medium, low, unassigned, kev, vulnerabilities: countVulnerabilities(row) };
}

function presentFindings(row: ComponentNumbers) {
  const findingsTotal = countVulnerabilities(row);
  return {
    suppressed: row.suppressed,
    findingsTotal,
    findingsAudited: row.findings_audited,
    findingsUnaudited: findingsTotal - row.findings_audited,
  };
}

function totalViolations(row: ComponentNumbers): number {
  return row.violations_fail + row.violations_warn + row.violations_info;
}

function presentViolationTotals(row: ComponentNumbers) {
  return {
    policyViolationsFail: row.violations_fail,
    policyViolationsWarn: row.violations_warn,
    policyViolationsInfo: row.violations_info,
    policyViolationsTotal: totalViolations(row),
    policyViolationsSecurityTotal: row.security_violations,
    policyViolationsLicenseTotal: row.license_violations,
    policyViolationsOperationalTotal: row.operational_violations,
  };
}

function presentAudits(row: ComponentNumbers) {
  const audited = row.security_audited + row.license_audited + row.operational_audited;
  return {
    policyViolationsAudited: audited,
    policyViolationsUnaudited: totalViolations(row) - audited,
    policyViolationsSecurityAudited: row.security_audited,
    policyViolationsSecurityUnaudited: row.security_violations - row.security_audited,
    policyViolationsLicenseAudited: row.license_audited,
    policyViolationsLicenseUnaudited: row.license_violations - row.license_audited,
    policyViolationsOperationalAudited: row.operational_audited,
    policyViolationsOperationalUnaudited: row.operational_violations - row.operational_audited,
  };
}
