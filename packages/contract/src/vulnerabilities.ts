import Type, { type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { oneOf } from './one-of.ts';
import { choice, optional, text } from './optional.ts';
import { toListSchema } from './paging-v2.ts';
import { LINES, PrintableName, Timestamp, Uuid } from './values.ts';
import { SOURCES, type Source } from './vulnerability-sources.ts';

/** In descending order of severity. */
export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'] as const;
export type Severity = (typeof SEVERITIES)[number];

const IDENTITY_TYPES = ['CPE', 'PURL'] as const;
const VERSION_TYPES = ['EXACT', 'RANGE'] as const;

const string = Type.Optional(Type.String());
const number = Type.Optional(Type.Number());
const SourceName = oneOf(SOURCES);
const SeverityName = oneOf(SEVERITIES);
const IsoTime = Type.Optional(Type.String({ description: 'ISO 8601' }));

export const Cwe = Type.Object({ cweId: Type.Integer(), name: Type.String() }, { title: 'Cwe' });
export type Cwe = Static<typeof Cwe>;

/** Members of an alias by the source of the id. */
export const ALIAS_MEMBERS = {
  NVD: 'cveId',
  GITHUB: 'ghsaId',
  OSV: 'osvId',
  SNYK: 'snykId',
  OSSINDEX: 'sonatypeId',
  VULNDB: 'vulnDbId',
  INTERNAL: 'internalId',
  CX: 'cxId',
  JVN: 'jvnId',
} as const satisfies Record<Source, string>;
export type AliasMember = (typeof ALIAS_MEMBERS)[Source] | 'gsdId';

function perAliasMember<T>(schema: T): Record<AliasMember, T> {
  const names: AliasMember[] = [...Object.values(ALIAS_MEMBERS), 'gsdId'];
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<AliasMember, T>;
}

export const VulnerabilityAlias = Type.Object(perAliasMember(string), {
  title: 'VulnerabilityAlias',
  description: 'Ids of the same vulnerability',
});
export type VulnerabilityAlias = Static<typeof VulnerabilityAlias>;

const boundMembers = {
  version: string,
  versionStartIncluding: string,
  versionStartExcluding: string,
  versionEndIncluding: string,
  versionEndExcluding: string,
};

export const AffectedComponent = Type.Object(
  {
    identityType: oneOf(IDENTITY_TYPES),
    identity: Type.String(),
    versionType: oneOf(VERSION_TYPES),
    ...boundMembers,
    uuid: Uuid,
    affectedVersionAttributions: Type.Array(
      Type.Object({ source: SourceName, firstSeen: Timestamp, lastSeen: Timestamp }),
      { description: 'The asserter' },
    ),
  },
  { title: 'AffectedComponent' },
);
export type AffectedComponent = Static<typeof AffectedComponent>;

const VulnerableComponent = Type.Object(
  { uuid: Uuid, name: Type.String(), group: string, version: string, purl: string, cpe: string },
  { title: 'VulnerableComponent' },
);
export type VulnerableComponent = Static<typeof VulnerableComponent>;

export const Vulnerability = Type.Object(
  {
    uuid: Uuid,
    vulnId: Type.String(),
    source: SourceName,
    friendlyVulnId: Type.String(),
    title: string,
    subTitle: string,
    description: string,
    detail: string,
    recommendation: string,
    references: Type.Optional(Type.String({ description: 'Markdown' })),
    credits: string,
    created: IsoTime,
    published: IsoTime,
    updated: IsoTime,
    rejected: Type.Optional(Type.String({ description: 'When it was withdrawn, ISO 8601' })),
    cwes: Type.Optional(Type.Array(Cwe)),
    cvssV2BaseScore: number,
    cvssV2ImpactSubScore: number,
    cvssV2ExploitabilitySubScore: number,
    cvssV2Vector: string,
    cvssV3BaseScore: number,
    cvssV3ImpactSubScore: number,
    cvssV3ExploitabilitySubScore: number,
    cvssV3Vector: string,
    cvssV4Score: number,
    cvssV4Vector: string,
    owaspRRLikelihoodScore: number,
    owaspRRTechnicalImpactScore: number,
    owaspRRBusinessImpactScore: number,
    owaspRRVector: string,
    severity: SeverityName,
    vulnerableVersions: string,
    patchedVersions: string,
    tags: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    epss: Type.Optional(Type.Object({ cve: Type.String(), score: Type.Number(), percentile: Type.Number() })),
    epssScore: number,
    epssPercentile: number,
    isKev: Type.Boolean({ description: 'Known to be exploited' }),
    affectedProjectCount: Type.Integer(),
    affectedActiveProjectCount: Type.Integer(),
    affectedInactiveProjectCount: Type.Integer(),
    affectedComponents: Type.Optional(Type.Array(AffectedComponent)),
    components: Type.Optional(
      Type.Array(VulnerableComponent, { description: 'Those of the requested project' }),
    ),
    aliases: Type.Optional(Type.Array(VulnerabilityAlias)),
  },
  { title: 'Vulnerability' },
);
export type Vulnerability = Static<typeof Vulnerability>;

const Version = text(255);

const GivenAffectedComponent = Type.Object(
  {
    identityType: choice(IDENTITY_TYPES, { description: 'Default: derived from the identity' }),
    identity: Type.String({ minLength: 1, maxLength: 2048, description: 'CPE 2.2 or 2.3, or package URL' }),
    versionType: choice(VERSION_TYPES, { description: 'Default: EXACT if there is a version' }),
    version: Version,
    versionStartIncluding: Version,
    versionStartExcluding: Version,
    versionEndIncluding: Version,
    versionEndExcluding: Version,
  },
  { title: 'GivenAffectedComponent' },
);
export type GivenAffectedComponent = Static<typeof GivenAffectedComponent>;

const Words = text(1_000_000, LINES);
const Line = text(10_000, LINES);
const Vector = text(1_000);
const GivenTime = Type.Optional(
  Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description: 'ISO 8601, or UTC epoch milliseconds',
  }),
);

const givenMembers = {
  title: Line,
  subTitle: Line,
  description: Words,
  detail: Words,
  recommendation: Words,
  references: Words,
  credits: Words,
  created: GivenTime,
  published: GivenTime,
  updated: GivenTime,
  rejected: GivenTime,
  cwes: optional(
    Type.Array(Type.Object({ cweId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }), {
      maxItems: 1_000,
    }),
  ),
  cvssV2Vector: Vector,
  cvssV3Vector: Vector,
  cvssV4Vector: Vector,
  owaspRRVector: Vector,
  severity: choice(SEVERITIES, { description: 'Used if there is no vector' }),
  vulnerableVersions: Words,
  patchedVersions: Words,
  affectedComponents: optional(Type.Array(GivenAffectedComponent, { maxItems: 10_000 })),
  aliases: optional(Type.Array(Type.Object(perAliasMember(text(255))), { maxItems: 1_000 })),
};

export const NewVulnerability = Type.Object(
  { vulnId: PrintableName, ...givenMembers },
  { title: 'NewVulnerability', description: 'Its source is always INTERNAL' },
);
export type NewVulnerability = Static<typeof NewVulnerability>;

export const VulnerabilityChange = Type.Object(
  { uuid: Uuid, vulnId: optional(PrintableName), ...givenMembers },
  { title: 'VulnerabilityChange', description: 'Absent members are not changed' },
);
export type VulnerabilityChange = Static<typeof VulnerabilityChange>;

export const AffectedProject = Type.Object(
  {
    uuid: Uuid,
    dependencyGraphAvailable: Type.Boolean(),
    name: Type.String(),
    version: nullable(Type.String()),
    active: Type.Boolean(),
    affectedComponentUuids: Type.Array(Uuid),
  },
  { title: 'AffectedProject' },
);
export type AffectedProject = Static<typeof AffectedProject>;

export const TaggedVulnerability = Type.Object(
  { uuid: Uuid, vulnId: Type.String(), source: SourceName },
  { title: 'TaggedVulnerability' },
);
export type TaggedVulnerability = Static<typeof TaggedVulnerability>;

const KevAssertion = Type.Object(
  {
    asserter: Type.String(),
    asserter_display_name: Type.String(),
    vuln_source: SourceName,
    vuln_id: Type.String(),
    published_at: Type.Optional(Timestamp),
    required_action: string,
    known_ransomware: Type.Optional(
      Type.Boolean({ description: 'Absent if the asserter does not provide it' }),
    ),
    description: string,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'KevAssertion' },
);
export type KevAssertion = Static<typeof KevAssertion>;

export const KevAssertionList = toListSchema(KevAssertion, 'KevAssertionList');
