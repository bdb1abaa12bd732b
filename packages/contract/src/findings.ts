import Type, { type Static } from 'typebox';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from './analysis-values.ts';
import { oneOf } from './one-of.ts';
import { Timestamp, Uuid } from './values.ts';
import { Cwe, SEVERITIES, type Severity, VulnerabilityAlias } from './vulnerabilities.ts';
import { SOURCES } from './vulnerability-sources.ts';

const string = Type.Optional(Type.String());
const number = Type.Optional(Type.Number());

const SourceName = oneOf(SOURCES);
const SeverityName = oneOf(SEVERITIES);
const Rank = Type.Integer({ description: '0 CRITICAL to 5 UNASSIGNED' });
const IsKev = Type.Boolean({ description: 'Known to be exploited' });

const FindingComponent = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  group: string,
  version: string,
  purl: string,
  cpe: string,
  project: Uuid,
  hasOccurrences: Type.Boolean(),
  scope: string,
  projectName: Type.String(),
  projectVersion: string,
  latestVersion: string,
});

const FindingVulnerability = Type.Object(
  {
    uuid: Uuid,
    source: SourceName,
    vulnId: Type.String(),
    title: string,
    subtitle: string,
    description: string,
    recommendation: string,
    references: Type.Optional(Type.String({ description: 'Markdown' })),
    severity: SeverityName,
    severityRank: Rank,
    cvssV2BaseScore: number,
    cvssV3BaseScore: number,
    cvssV4Score: number,
    cvssV2Vector: string,
    cvssV3Vector: string,
    cvssV4Vector: string,
    owaspLikelihoodScore: number,
    owaspTechnicalImpactScore: number,
    owaspBusinessImpactScore: number,
    owaspRRVector: string,
    epssScore: number,
    epssPercentile: number,
    isKev: IsKev,
    cwes: Type.Optional(Type.Array(Cwe)),
    aliases: Type.Array(VulnerabilityAlias),
    published: Type.Optional(Timestamp),
  },
  { description: 'Ratings decided on the finding replace those of the vulnerability' },
);

const FindingDecision = Type.Object({
  state: Type.Optional(oneOf(ANALYSIS_STATES, { description: 'Absent if there is no decision' })),
  justification: Type.Optional(oneOf(ANALYSIS_JUSTIFICATIONS)),
  response: Type.Optional(oneOf(ANALYSIS_RESPONSES)),
  detail: string,
  isSuppressed: Type.Boolean(),
  expiresAt: Type.Optional(
    Type.Unsafe<number>({
      ...Timestamp,
      description: 'When the decision expires and the previous one applies again',
    }),
  ),
});

const FindingAttribution = Type.Object({
  analyzerIdentity: Type.Optional(
    Type.String({ description: 'The analyzer that reported it first, among those that still report it' }),
  ),
  attributedOn: Type.Optional(Timestamp),
  alternateIdentifier: string,
  referenceUrl: string,
});

export const FindingMatch = Type.Object(
  {
    identifier: oneOf(['PURL', 'CPE'], { description: 'Which identifier of the component matched' }),
    affected: Type.Optional(Type.String({ description: 'Affected package or CPE' })),
    range: Type.Optional(Type.String({ description: 'Affected versions, as text' })),
    asserter: Type.Optional(Type.String({ description: 'The asserter' })),
    fixedIn: Type.Optional(Type.String({ description: 'The first version that is not affected, if known' })),
  },
  { title: 'FindingMatch', description: 'Why the analyzer reports it, if known' },
);
export type FindingMatch = Static<typeof FindingMatch>;

export const Finding = Type.Object(
  {
    component: FindingComponent,
    vulnerability: FindingVulnerability,
    analysis: FindingDecision,
    attribution: FindingAttribution,
    matrix: Type.String({
      description: 'UUIDs of project, component and vulnerability, separated by colons',
    }),
    match: Type.Optional(FindingMatch),
  },
  { title: 'Finding', description: 'A component that is affected by a vulnerability' },
);
export type Finding = Static<typeof Finding>;

export const GroupedFinding = Type.Object(
  {
    vulnerability: Type.Object({
      source: SourceName,
      vulnId: Type.String(),
      title: string,
      severity: SeverityName,
      cvssV2BaseScore: number,
      cvssV3BaseScore: number,
      cvssV4Score: number,
      isKev: IsKev,
      published: Type.Optional(Timestamp),
      cwes: Type.Optional(Type.Array(Type.Integer(), { description: 'Numbers only' })),
      affectedProjectCount: Type.Integer(),
    }),
    attribution: Type.Object({ analyzerIdentity: string }),
  },
  { title: 'GroupedFinding', description: 'All findings of a vulnerability' },
);
export type GroupedFinding = Static<typeof GroupedFinding>;

const CaseMember = Type.Object(
  {
    uuid: Uuid,
    source: SourceName,
    vulnId: Type.String(),
    title: string,
    severity: SeverityName,
    findingCount: Type.Integer(),
  },
  { title: 'CaseMember', description: 'A vulnerability with findings' },
);

export const FindingCase = Type.Object(
  {
    uuid: Type.Unsafe<string>({ ...Uuid, description: 'Of the record that gives the case its id' }),
    vulnId: Type.String(),
    source: SourceName,
    title: string,
    severity: Type.Unsafe<Severity>({ ...SeverityName, description: 'The highest severity of its records' }),
    severityRank: Rank,
    epssScore: number,
    epssPercentile: number,
    isKev: IsKev,
    published: Type.Optional(Timestamp),
    affectedProjectCount: Type.Integer(),
    affectedComponentCount: Type.Integer(),
    findingCount: Type.Integer(),
    members: Type.Array(CaseMember),
    findings: Type.Optional(
      Type.Array(Finding, { description: 'The first findings of all records, as many as requested' }),
    ),
  },
  {
    title: 'FindingCase',
    description: 'The findings of one vulnerability and its aliases',
  },
);
export type FindingCase = Static<typeof FindingCase>;

const Count = Type.Integer({ minimum: 0 });

export const FindingFacets = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Findings that match all filters' }),
    severity: Type.Array(Type.Object({ value: SeverityName, count: Count })),
    state: Type.Array(
      Type.Object(
        { value: oneOf(ANALYSIS_STATES), count: Count },
        { description: 'NOT_SET without a decision' },
      ),
    ),
    source: Type.Array(Type.Object({ value: SourceName, count: Count }), {
      description: 'Sources with findings',
    }),
    suppressed: Type.Integer({
      minimum: 0,
      description: 'Suppressed findings, whether they are included or not',
    }),
    known_exploited: Type.Integer({
      minimum: 0,
      description: 'Findings of vulnerabilities that are known to be exploited',
    }),
    project: Type.Optional(
      Type.Array(Type.Object({ uuid: Uuid, name: Type.String(), version: string, count: Count })),
    ),
    tag: Type.Optional(Type.Array(Type.Object({ name: Type.String(), count: Count }))),
    fix: Type.Optional(
      Type.Object(
        { available: Count, missing: Count },
        {
          description:
            'Findings with and without a known fixed version. Absent if there are more than 10,000 findings',
        },
      ),
    ),
  },
  { title: 'FindingFacets' },
);
export type FindingFacets = Static<typeof FindingFacets>;

export const FINDING_GROUPINGS = ['vulnerability', 'component', 'fix'] as const;
export type FindingGrouping = (typeof FINDING_GROUPINGS)[number];

export const FindingGroup = Type.Object(
  {
    key: Type.Unsafe<string>({
      ...Uuid,
      description: 'The value of `case` or `component` that selects its findings',
    }),
    severity: Type.Unsafe<Severity>({ ...SeverityName, description: 'The highest severity of its findings' }),
    cvss_score: Type.Optional(
      Type.Number({
        description: 'The highest CVSS score of its findings, each of the newest version there is',
      }),
    ),
    finding_count: Count,
    undecided_count: Count,
    project_count: Count,
    vulnerability: Type.Optional(
      Type.Object({
        source: SourceName,
        vuln_id: Type.String(),
        title: string,
        epss_score: number,
        is_kev: IsKev,
        names: Type.Array(Type.Object({ source: SourceName, vuln_id: Type.String() }), {
          description: 'Its records with findings, the first of which names the group',
        }),
      }),
    ),
    component: Type.Optional(
      Type.Object({ group: string, name: Type.String(), version: string, purl: string }),
    ),
    fixed_in: Type.Optional(
      Type.String({ description: 'The highest of the first versions that are not affected' }),
    ),
  },
  { title: 'FindingGroup' },
);
export type FindingGroup = Static<typeof FindingGroup>;

export const FindingTotals = Type.Object(
  {
    findings: Count,
    vulnerabilities: Type.Integer({ minimum: 0, description: 'Aliases count once' }),
    components: Type.Integer({ minimum: 0, description: 'The same package and version counts once' }),
    upgrades: Type.Integer({ minimum: 0, description: 'Components for which a fixed version is known' }),
    without_fix: Type.Integer({ minimum: 0, description: 'Findings without a known fixed version' }),
    type: oneOf(['EXACT', 'AT_LEAST'], { description: 'AT_LEAST: of the first 10,000 findings' }),
  },
  { title: 'FindingTotals' },
);
export type FindingTotals = Static<typeof FindingTotals>;
