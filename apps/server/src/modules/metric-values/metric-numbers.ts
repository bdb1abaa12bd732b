/** The columns that count vulnerabilities of a component. */
export const FINDING_NUMBERS = [
  'critical',
  'high',
  'medium',
  'low',
  'unassigned',
  'kev',
  'suppressed',
  'findings_audited',
] as const;

/** The columns that count policy violations of a component. */
export const VIOLATION_NUMBERS = [
  'violations_fail',
  'violations_warn',
  'violations_info',
  'security_violations',
  'security_audited',
  'license_violations',
  'license_audited',
  'operational_violations',
  'operational_audited',
] as const;

/** The columns of the numbers of a component. All other numbers of the API are sums and differences of them. */
export const COMPONENT_NUMBERS = [...FINDING_NUMBERS, ...VIOLATION_NUMBERS] as const;

export const PROJECT_NUMBERS = ['components', 'vulnerable_components', ...COMPONENT_NUMBERS] as const;

/** The columns of the numbers of the portfolio. */
export const PORTFOLIO_NUMBERS = ['projects', 'vulnerable_projects', ...PROJECT_NUMBERS] as const;

export type ComponentNumbers = Readonly<Record<(typeof COMPONENT_NUMBERS)[number], number>>;
export type ProjectNumbers = Readonly<Record<(typeof PROJECT_NUMBERS)[number], number>>;
type PortfolioNumbers = Readonly<Record<(typeof PORTFOLIO_NUMBERS)[number], number>>;

interface Measured {
  readonly risk_score: number;
  /** ISO text if the row was read as JSON. */
  readonly measured_at: Date | string;
}
export type ComponentMetricsRow = ComponentNumbers & Measured;
export type ProjectMetricsRow = ProjectNumbers & Measured;
export type PortfolioMetricsRow = PortfolioNumbers & Measured;

export function zerosOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
