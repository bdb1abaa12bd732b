import Type from 'typebox';
import { anyOf, mayManage } from '../access.ts';
import { Finding, FindingCase, GroupedFinding } from '../findings.ts';
import { operation } from '../operation.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'finding';
const mayView = anyOf('VIEW_VULNERABILITY');

export const SARIF = 'application/sarif+json';

const flag = (description: string) => Type.Optional(Type.Unsafe<boolean | string>({ ...Flag, description }));
const list = (of: string) => Type.Optional(Type.String({ description: `Comma list of ${of}` }));
const day = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, yyyy-MM-dd, inclusive` }),
  );
const from = (what: string) => Type.Optional(Type.Number({ description: `At least this ${what}` }));
const to = (what: string) => Type.Optional(Type.Number({ description: `At most this ${what}` }));
const isKev = flag('Only those known to be exploited, or only the others');

const totalCount = Type.Optional(
  Type.String({
    description:
      'EXACT (default), or BOUNDED: findings are not counted beyond 10,000, groups and cases not beyond the page; ' +
      'X-Total-Count-Type says EXACT or AT_LEAST',
  }),
);

const commonFilters = {
  showInactive: flag('Those of inactive projects too'),
  severity: list('severities'),
  publishDateFrom: day('Published on or after this day'),
  publishDateTo: day('Published on or before this day'),
  textSearchField: list(
    'VULNERABILITY_ID, VULNERABILITY_TITLE, COMPONENT_NAME, COMPONENT_VERSION, PROJECT_NAME; all unless said',
  ),
  textSearchInput: Type.Optional(Type.String({ description: 'Part of one of the fields, case-sensitive' })),
  cvssv2From: from('CVSS v2 score'),
  cvssv2To: to('CVSS v2 score'),
  cvssv3From: from('CVSS v3 score'),
  cvssv3To: to('CVSS v3 score'),
  cvssv4From: from('CVSS v4 score'),
  cvssv4To: to('CVSS v4 score'),
  epssFrom: from('EPSS score'),
  epssTo: to('EPSS score'),
  epssPercentileFrom: from('EPSS percentile'),
  epssPercentileTo: to('EPSS percentile'),
  isKev,
  totalCount,
};

const occurrences = {
  occurrencesFrom: from('number of affected projects'),
  occurrencesTo: to('number of affected projects'),
};

const project = Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Only those of this project' }));

const ComponentOfSource = Type.Object({
  source: Type.String({ description: 'A known source, in any case' }),
  vulnId: Type.String(),
  component: Uuid,
});
const ComponentOfUuid = Type.Object({ uuid: Uuid, component: Uuid });
const mayAssign = mayManage('PORTFOLIO_MANAGEMENT', 'UPDATE');
const mayRemove = mayManage('PORTFOLIO_MANAGEMENT', 'DELETE');
const assigned = {
  tag: 'vulnerability',
  summary: 'Says that a vulnerability affects a component',
  description:
    'The finding is attributed to nobody: analyzerIdentity is none. Saying it again changes nothing.',
  responses: { 200: null },
  problems: [404],
} as const;
const removed = {
  tag: 'vulnerability',
  summary: 'Says that a vulnerability does not affect a component',
  description:
    'The finding becomes inactive and keeps its history. An analyzer that reports it later brings it back.',
  responses: { 200: null },
  problems: [404],
} as const;

export const findingOperations = {
  listProjectFindings: operation({
    id: 'listProjectFindings',
    method: 'GET',
    path: '/api/v1/finding/project/{uuid}',
    access: mayView,
    tag,
    summary: 'Lists the findings of a project',
    description:
      'searchText looks for a part of the name or group of a component or of a vulnId, or for a UUID of a component ' +
      'or vulnerability, or both with a colon between. With Accept: application/sarif+json all of them are answered ' +
      'at once as SARIF 2.1.0.',
    paged: true,
    params: UuidParams,
    query: Type.Object({
      suppressed: flag('Suppressed ones too'),
      source: Type.Optional(Type.String({ description: 'Only those of this source' })),
      hasAnalysis: flag('Only those somebody decided on, or only the others'),
      epssFrom: from('EPSS score'),
      epssTo: to('EPSS score'),
      isKev,
      totalCount,
    }),
    responses: { 200: Type.Array(Finding) },
    problems: [404],
  }),
  listFindings: operation({
    id: 'listFindings',
    method: 'GET',
    path: '/api/v1/finding',
    access: mayView,
    tag,
    summary: 'Lists the findings of all projects',
    paged: true,
    query: Type.Object({
      ...commonFilters,
      showSuppressed: flag('Suppressed ones too'),
      analysisStatus: list('analysis states; NOT_SET is also when nobody decided'),
      vendorResponse: list('vendor responses; NOT_SET is also when nobody decided'),
      attributedOnDateFrom: day('Attributed on or after this day'),
      attributedOnDateTo: day('Attributed on or before this day'),
      search: Type.Optional(
        Type.String({
          description:
            'Part of a vulnId or of the name or group of a component, in any case; or UUIDs as in the list of a project',
        }),
      ),
      case: Type.Optional(
        Type.Unsafe<string>({
          ...Uuid,
          description: 'Only those of this vulnerability, under all its names in all sources',
        }),
      ),
      project,
    }),
    responses: { 200: Type.Array(Finding) },
  }),
  listGroupedFindings: operation({
    id: 'listGroupedFindings',
    method: 'GET',
    path: '/api/v1/finding/grouped',
    access: mayView,
    tag,
    summary: 'Lists the vulnerabilities that have findings, each with how many projects it affects',
    description: 'Suppressed findings do not count.',
    paged: true,
    query: Type.Object({ ...commonFilters, ...occurrences }),
    responses: { 200: Type.Array(GroupedFinding) },
  }),
  listFindingCases: operation({
    id: 'listFindingCases',
    method: 'GET',
    path: '/api/v1/finding/cases',
    access: mayView,
    tag,
    summary: 'Lists vulnerabilities that have findings, one case for all the names of each',
    description:
      'What several sources publish under several ids is one case, with the findings of all of them beneath. ' +
      'A case is called by the member that the NVD published, else GITHUB, else another. Suppressed findings do not ' +
      'count. The worst come first unless sorted.',
    paged: true,
    query: Type.Object({
      ...commonFilters,
      ...occurrences,
      project,
      findings: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'How many findings to show beneath each case; default 0',
        }),
      ),
    }),
    responses: { 200: Type.Array(FindingCase) },
  }),
  exportFindings: operation({
    id: 'exportFindings',
    method: 'GET',
    path: '/api/v1/finding/project/{uuid}/export',
    access: mayView,
    tag,
    summary: 'The findings of a project in the Finding Packaging Format, version 1.3',
    description: 'All at once. Two exports of an unchanged project differ in their timestamp only.',
    params: UuidParams,
    query: Type.Object({ suppressed: flag('Suppressed ones too') }),
    produces: 'application/json',
    responses: { 200: Type.Unsafe<string>({ type: 'object', description: 'An FPF document' }) },
    problems: [404, 503],
  }),
  assignVulnerability: operation({
    id: 'assignVulnerability',
    method: 'POST',
    path: '/api/v1/vulnerability/{uuid}/component/{component}',
    access: mayAssign,
    params: ComponentOfUuid,
    ...assigned,
  }),
  assignVulnerabilityOfSource: operation({
    id: 'assignVulnerabilityOfSource',
    method: 'POST',
    path: '/api/v1/vulnerability/source/{source}/vuln/{vulnId}/component/{component}',
    access: mayAssign,
    params: ComponentOfSource,
    ...assigned,
  }),
  removeVulnerability: operation({
    id: 'removeVulnerability',
    method: 'DELETE',
    path: '/api/v1/vulnerability/{uuid}/component/{component}',
    access: mayRemove,
    params: ComponentOfUuid,
    ...removed,
  }),
  removeVulnerabilityOfSource: operation({
    id: 'removeVulnerabilityOfSource',
    method: 'DELETE',
    path: '/api/v1/vulnerability/source/{source}/vuln/{vulnId}/component/{component}',
    access: mayRemove,
    params: ComponentOfSource,
    ...removed,
  }),
};
