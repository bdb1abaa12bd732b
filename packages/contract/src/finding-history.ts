import Type, { type Static } from 'typebox';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES, DECIDERS } from './analysis-values.ts';
import { oneOf } from './one-of.ts';
import { Timestamp, Uuid } from './values.ts';
import { SEVERITIES, type Severity } from './vulnerabilities.ts';
import { SOURCES } from './vulnerability-sources.ts';

const string = Type.Optional(Type.String());

const PastComponent = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  group: string,
  version: string,
  purl: string,
});

const PastVulnerability = Type.Object({
  uuid: Uuid,
  source: oneOf(SOURCES),
  vulnId: Type.String(),
  title: string,
  severity: Type.Unsafe<Severity>({
    ...oneOf(SEVERITIES),
    description: 'At that time; a decided severity replaces that of the vulnerability',
  }),
});

export const FindingInterval = Type.Object(
  {
    component: PastComponent,
    vulnerability: PastVulnerability,
    validFrom: Timestamp,
    validTo: Type.Optional(
      Type.Unsafe<number>({ ...Timestamp, description: 'Absent while the finding is listed' }),
    ),
    analysis: Type.Object(
      {
        state: Type.Optional(oneOf(ANALYSIS_STATES, { description: 'Absent if there was no decision' })),
        justification: Type.Optional(oneOf(ANALYSIS_JUSTIFICATIONS)),
        response: Type.Optional(oneOf(ANALYSIS_RESPONSES)),
        detail: string,
        isSuppressed: Type.Boolean(),
        decidedBy: Type.Optional(oneOf(DECIDERS)),
        policy: Type.Optional(Type.String({ description: 'The name of the policy that decided' })),
        decidedAt: Type.Optional(Timestamp),
      },
      { description: 'The decision at `asOf`; without `asOf`, the last one while the finding was valid' },
    ),
  },
  { title: 'FindingInterval', description: 'A time during which a finding was listed' },
);
export type FindingInterval = Static<typeof FindingInterval>;

export const FINDING_CHANGE_KINDS = ['APPEARED', 'DECIDED', 'DISAPPEARED'] as const;
export type FindingChangeKind = (typeof FINDING_CHANGE_KINDS)[number];

export const FINDING_CHANGE_CAUSES = [
  'BOM_UPLOAD',
  'ADVISORY',
  'ANALYSIS',
  'COMPONENT_CHANGE',
  'CLONE',
  ...DECIDERS,
] as const;
export type FindingChangeCause = (typeof FINDING_CHANGE_CAUSES)[number];

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const changeMembers = {
  at: Timestamp,
  kind: oneOf(FINDING_CHANGE_KINDS),
  cause: Type.Optional(
    oneOf(FINDING_CHANGE_CAUSES, {
      description:
        'ADVISORY: vulnerability data changed. ANALYSIS: a scheduled or requested analysis. COMPONENT_CHANGE: a ' +
        'component was changed through the API. Absent for changes before the service recorded causes',
    }),
  ),
  actor: Type.Optional(Type.String({ description: 'The user, API key, document or policy, if known' })),
  component: PastComponent,
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), from: Value, to: Value }), {
      description: 'The decided fields',
    }),
  ),
};

export const FindingChange = Type.Object(
  { ...changeMembers, vulnerability: PastVulnerability },
  { title: 'FindingChange', description: 'A finding that appeared, disappeared or was decided on' },
);
export type FindingChange = Static<typeof FindingChange>;

const { vulnId, ...vulnerabilityMembers } = PastVulnerability.properties;

export const PortfolioChange = Type.Object(
  {
    ...changeMembers,
    vulnerability: Type.Object({ ...vulnerabilityMembers, vuln_id: vulnId }),
    project: Type.Object({ uuid: Uuid, name: Type.String(), version: string }),
  },
  {
    title: 'PortfolioChange',
    description: 'A finding of any project that appeared, disappeared or was decided on',
  },
);
export type PortfolioChange = Static<typeof PortfolioChange>;
