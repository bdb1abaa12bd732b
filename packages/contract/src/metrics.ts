import Type, { type Static } from 'typebox';
import { Timestamp } from './values.ts';

const Count = Type.Integer({ minimum: 0 });
const RiskScore = Type.Number({
  description:
    'Weighted number of vulnerabilities. The weights of the severities are configuration properties',
});

const severities = {
  critical: Count,
  high: Count,
  medium: Count,
  low: Count,
  unassigned: Type.Integer({ minimum: 0, description: 'Of no severity, or INFO' }),
  kev: Type.Integer({ minimum: 0, description: 'Known to be exploited' }),
  vulnerabilities: Type.Integer({
    minimum: 0,
    description: 'Counted once for each component; aliases count once, with their highest severity',
  }),
};

const findings = {
  suppressed: Type.Integer({
    minimum: 0,
    description: 'Suppressed findings, which no other number includes',
  }),
  findingsTotal: Count,
  findingsAudited: Type.Integer({ minimum: 0, description: 'In a state other than NOT_SET and IN_TRIAGE' }),
  findingsUnaudited: Count,
  inheritedRiskScore: RiskScore,
};

const violationTotals = {
  policyViolationsFail: Count,
  policyViolationsWarn: Count,
  policyViolationsInfo: Count,
  policyViolationsTotal: Count,
  policyViolationsSecurityTotal: Count,
  policyViolationsLicenseTotal: Count,
  policyViolationsOperationalTotal: Count,
};

const violations = {
  ...violationTotals,
  policyViolationsAudited: Count,
  policyViolationsUnaudited: Count,
  policyViolationsSecurityAudited: Count,
  policyViolationsSecurityUnaudited: Count,
  policyViolationsLicenseAudited: Count,
  policyViolationsLicenseUnaudited: Count,
  policyViolationsOperationalAudited: Count,
  policyViolationsOperationalUnaudited: Count,
};

const times = { firstOccurrence: Timestamp, lastOccurrence: Timestamp };

const dependency = { ...severities, ...findings, ...violations, ...times };
const project = { components: Count, vulnerableComponents: Count, ...dependency };

/** The members of `DependencyMetrics` without times, as version 2 of the API names them. */
export const DependencyMetricsV2 = Type.Object(
  {
    critical: Count,
    high: Count,
    medium: Count,
    low: Count,
    unassigned: Count,
    kev: Count,
    vulnerabilities: Count,
    suppressed: Count,
    findings_total: Count,
    findings_audited: Count,
    findings_unaudited: Count,
    inherited_risk_score: RiskScore,
    policy_violations_fail: Count,
    policy_violations_warn: Count,
    policy_violations_info: Count,
    policy_violations_total: Count,
    policy_violations_audited: Count,
    policy_violations_unaudited: Count,
    policy_violations_security_total: Count,
    policy_violations_security_audited: Count,
    policy_violations_security_unaudited: Count,
    policy_violations_license_total: Count,
    policy_violations_license_audited: Count,
    policy_violations_license_unaudited: Count,
    policy_violations_operational_total: Count,
    policy_violations_operational_audited: Count,
    policy_violations_operational_unaudited: Count,
  },
  { title: 'ComponentMetrics', description: 'With expand=metrics' },
);
export type DependencyMetricsV2 = Static<typeof DependencyMetricsV2>;

export const DependencyMetrics = Type.Object(dependency, { title: 'DependencyMetrics' });
export type DependencyMetrics = Static<typeof DependencyMetrics>;

export const ProjectMetrics = Type.Object(project, { title: 'ProjectMetrics' });
export type ProjectMetrics = Static<typeof ProjectMetrics>;

export const PortfolioMetrics = Type.Object(
  { projects: Count, vulnerableProjects: Count, ...project },
  { title: 'PortfolioMetrics' },
);
export type PortfolioMetrics = Static<typeof PortfolioMetrics>;

export const ConciseMetrics = Type.Object(
  { components: Count, ...severities, inheritedRiskScore: RiskScore, ...violationTotals },
  { title: 'ConciseProjectMetrics' },
);
export type ConciseMetrics = Static<typeof ConciseMetrics>;

export const VulnerabilityMetrics = Type.Object(
  {
    year: Type.Integer(),
    month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    count: Count,
    measuredAt: Timestamp,
  },
  { title: 'VulnerabilityMetrics', description: 'Vulnerabilities by the month of their publication' },
);
export type VulnerabilityMetrics = Static<typeof VulnerabilityMetrics>;
