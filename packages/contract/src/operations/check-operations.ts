import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { ignoredViolationMembers } from '../document-violations.ts';
import { Finding, FindingMatch } from '../findings.ts';
import { operation } from '../operation.ts';
import { Flag, Timestamp } from '../values.ts';
import { VULN_DATA_STATES, type VulnDataState } from './vuln-data-source-operations.ts';

const string = Type.Optional(Type.String());
const count = (description?: string) => Type.Integer(description ? { description } : {});

const CheckedComponent = Type.Object({
  bomRef: string,
  group: string,
  name: Type.String(),
  version: string,
  purl: string,
  cpe: string,
  scope: string,
});

const MatchedAlias = Type.Object(
  {
    source: Type.String(),
    vulnId: Type.String(),
    severity: Finding.properties.vulnerability.properties.severity,
  },
  { title: 'MatchedAlias', description: 'Another record of the same vulnerability' },
);

export const CheckedFinding = Type.Object(
  {
    component: CheckedComponent,
    vulnerability: Finding.properties.vulnerability,
    match: Type.Optional(FindingMatch),
    fixedIn: Type.Optional(
      Type.String({ description: 'The first version that the matching range excludes' }),
    ),
    alsoMatched: Type.Optional(
      Type.Array(MatchedAlias, {
        description:
          'Other records of the same vulnerability that match this component; absent if there are none. ' +
          '`vulnerability` is the most severe record; among equally severe ones, the first by source and id',
      }),
    ),
  },
  {
    title: 'CheckedFinding',
    description:
      'A component of the document that is affected by a vulnerability. Records that are aliases of each other are ' +
      'one vulnerability',
  },
);
export type CheckedFinding = Static<typeof CheckedFinding>;

const CheckedDataSource = Type.Object(
  {
    name: Type.String({ examples: ['osv'] }),
    displayName: Type.String(),
    enabled: Type.Boolean({ description: 'Whether it is mirrored on a schedule' }),
    state: Type.Unsafe<VulnDataState>({
      type: 'string',
      enum: [...VULN_DATA_STATES],
      description: 'NEVER_LOADED: there is no data, so an empty result does not mean "not vulnerable"',
    }),
    lastSuccess: Type.Optional(Timestamp),
  },
  { title: 'CheckedDataSource' },
);
export type CheckedDataSource = Static<typeof CheckedDataSource>;

export const CheckReport = Type.Object(
  {
    format: Type.String({ examples: ['JSON', 'XML'] }),
    specVersion: Type.String({ examples: ['1.6'] }),
    serialNumber: string,
    components: Type.Object({
      total: count('Identical components count once, as in a project'),
      matchable: count('Components with a package URL and version, or a CPE: these were checked'),
      withoutIdentifier: count('Components without package URL and CPE: not checked'),
      withUnusableIdentifier: count(
        'Components whose identifiers are invalid or lack a version: not checked',
      ),
      affected: count('Components with findings'),
    }),
    findings: Type.Object({
      total: count(
        'Findings per vulnerability and component; aliases count once, with their highest severity',
      ),
      critical: count(),
      high: count(),
      medium: count(),
      low: count(),
      info: count(),
      unassigned: count(),
    }),
    dataSources: Type.Array(CheckedDataSource, {
      description: 'Age of the data that the document was checked against',
    }),
    ...ignoredViolationMembers,
    results: Type.Array(CheckedFinding, { description: 'Findings, most severe first' }),
  },
  { title: 'CheckReport' },
);
export type CheckReport = Static<typeof CheckReport>;

const CheckForm = Type.Object(
  {
    bom: Type.String({
      format: 'binary',
      description: 'The document, with or without a file name; may be compressed with gzip or zstd',
    }),
  },
  { title: 'CheckForm' },
);

const CheckQuery = Type.Object({
  lenient: Type.Optional(Flag),
});

export const checkOperations = {
  checkBom: operation({
    id: 'checkBom',
    method: 'POST',
    path: '/api/v1/check',
    access: anyOf('VIEW_VULNERABILITY'),
    tag: 'check',
    summary: 'Find the vulnerabilities of a bill of materials without storing it',
    description:
      'Accepts CycloneDX of every version, as JSON or XML, as the body or as the part "bom" of a form, plain or ' +
      'compressed with gzip or zstd. The document is validated like an upload and matched like a project, against the ' +
      'mirrored data. Other analyzers are not called and policies are not applied. No document, finding ' +
      'or notification is stored. With lenient=true, violations of the schema that do not concern the identity of ' +
      'components are ignored and listed. VIEW_VULNERABILITY suffices, because the portfolio is neither read nor changed.',
    query: CheckQuery,
    consumes: 'multipart/form-data',
    document: 'bom',
    documentTypes: [
      'application/vnd.cyclonedx+json',
      'application/vnd.cyclonedx+xml',
      'application/json',
      'application/xml',
      'text/xml',
    ],
    body: CheckForm,
    responses: { 200: CheckReport },
    problems: [413, 415, 503],
  }),
};
