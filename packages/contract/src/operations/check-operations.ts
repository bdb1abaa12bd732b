import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { ignoredViolationMembers } from '../document-violations.ts';
import { Finding, FindingMatch } from '../findings.ts';
import { operation } from '../operation.ts';
import { Flag, Timestamp } from '../values.ts';
import { VULN_DATA_STATES, type VulnDataState } from './vuln-data-sources.ts';

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
  { title: 'MatchedAlias', description: 'Another record of a vulnerability, under another name' },
);

export const CheckedFinding = Type.Object(
  {
    component: CheckedComponent,
    vulnerability: Finding.properties.vulnerability,
    match: Type.Optional(FindingMatch),
    fixedIn: Type.Optional(
      Type.String({ description: 'The first version that the statement which matched leaves out' }),
    ),
    alsoMatched: Type.Optional(
      Type.Array(MatchedAlias, {
        description:
          'Other records of the same vulnerability that match this component; absent when there are none. ' +
          '`vulnerability` is the most severe of them all, and of equally severe ones the first by source and id',
      }),
    ),
  },
  {
    title: 'CheckedFinding',
    description:
      'A component of the document that is affected by a vulnerability. Records that are aliases of one another are ' +
      'one vulnerability',
  },
);
export type CheckedFinding = Static<typeof CheckedFinding>;

const CheckedDataSource = Type.Object(
  {
    name: Type.String({ examples: ['osv'] }),
    displayName: Type.String(),
    enabled: Type.Boolean({ description: 'Whether it is mirrored by the clock' }),
    state: Type.Unsafe<VulnDataState>({
      type: 'string',
      enum: [...VULN_DATA_STATES],
      description: 'NEVER_LOADED: nothing of it is known, which says nothing about what is vulnerable',
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
      total: count('Those that are the same count once, as in a project'),
      matchable: count('With a package URL and version, or a CPE name: they were checked'),
      withoutIdentifier: count('With neither package URL nor CPE: nothing can be said about them'),
      withUnusableIdentifier: count('Whose identifiers cannot be read or lack a version: likewise'),
      affected: count('With findings'),
    }),
    findings: Type.Object({
      total: count('One for each vulnerability and component: aliases count once, with their worst severity'),
      critical: count(),
      high: count(),
      medium: count(),
      low: count(),
      info: count(),
      unassigned: count(),
    }),
    dataSources: Type.Array(CheckedDataSource, {
      description: 'How old the data is that the document was held against',
    }),
    ...ignoredViolationMembers,
    results: Type.Array(CheckedFinding, { description: 'The findings, the worst first' }),
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
    summary: 'Finds the vulnerabilities of a bill of materials without storing anything',
    description:
      'CycloneDX of every version is taken, as JSON or XML, as the body or as the part "bom" of a form, plain or ' +
      'compressed with gzip or zstd. It is validated as an upload would be and matched as a project would be, by the ' +
      'data that is mirrored here; other analyzers are not asked, and no policy is applied. No document, no finding ' +
      'and no notification is left behind. With lenient=true the document is also taken when parts of it break the schema ' +
      'that do not concern the identity of components; they are ignored and listed. VIEW_VULNERABILITY is enough: nothing of the portfolio is read or changed.',
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
