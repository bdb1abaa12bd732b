import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { Finding, FindingCase, FindingFacets, GroupedFinding } from '../findings.ts';
import { operation } from '../operation.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'finding';
const mayView = anyOf('VIEW_VULNERABILITY');

export const SARIF = 'application/sarif+json';

const flag = (description: string) => Type.Optional(Type.Unsafe<boolean | string>({ ...Flag, description }));
const list = (of: string) => Type.Optional(Type.String({ description: `Comma-separated ${of}` }));
const day = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, yyyy-MM-dd, inclusive` }),
  );
const from = (what: string) => Type.Optional(Type.Number({ description: `At least this ${what}` }));
const to = (what: string) => Type.Optional(Type.Number({ description: `At most this ${what}` }));
const isKev = flag('Only vulnerabilities that are known to be exploited, or only others');

const totalCount = Type.Optional(
  Type.String({
    description:
      'EXACT (default), or BOUNDED: findings are counted up to 10,000, groups and cases up to the page; ' +
      'X-Total-Count-Type says EXACT or AT_LEAST',
  }),
);

const commonFilters = {
  showInactive: flag('Include inactive projects'),
  severity: list('severities'),
  publishDateFrom: day('Published on or after this day'),
  publishDateTo: day('Published on or before this day'),
  textSearchField: list(
    'VULNERABILITY_ID, VULNERABILITY_TITLE, COMPONENT_NAME, COMPONENT_VERSION, PROJECT_NAME; default all',
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
};

const occurrences = {
  occurrencesFrom: from('number of affected projects'),
  occurrencesTo: to('number of affected projects'),
};

const project = Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Only this project' }));

const portfolioFilters = {
  ...commonFilters,
  showSuppressed: flag('Include suppressed ones'),
  analysisStatus: list('analysis states; NOT_SET includes findings without a decision'),
  vendorResponse: list('vendor responses; NOT_SET includes findings without a decision'),
  attributedOnDateFrom: day('Attributed on or after this day'),
  attributedOnDateTo: day('Attributed on or before this day'),
  search: Type.Optional(
    Type.String({
      description:
        'Part of a vulnId or of the name or group of a component, case-insensitive; or UUIDs as in the list of a project',
    }),
  ),
  case: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'Only this vulnerability, including its aliases' }),
  ),
  source: Type.Optional(Type.String({ description: 'Only vulnerabilities of this source' })),
  tag: Type.Optional(Type.String({ description: 'Only projects with this tag' })),
  project,
};

const ComponentOfSource = Type.Object({
  source: Type.String({ description: 'A known source, case-insensitive' }),
  vulnId: Type.String(),
  component: Uuid,
});
const ComponentOfUuid = Type.Object({ uuid: Uuid, component: Uuid });
const mayAssign = wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE');
const mayRemove = wholeOrPart('PORTFOLIO_MANAGEMENT', 'DELETE');
const assigned = {
  tag: 'vulnerability',
  summary: 'Record that a vulnerability affects a component',
  description: 'The analyzerIdentity of the finding is `none`. Idempotent.',
  responses: { 200: null },
  problems: [404],
} as const;
const removed = {
  tag: 'vulnerability',
  summary: 'Record that a vulnerability does not affect a component',
  description:
    'The finding becomes inactive and keeps its history. It becomes active again if an analyzer reports it.',
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
    summary: 'List the findings of a project',
    description:
      'searchText is a part of the name or group of a component or of a vulnId, or the UUID of a component ' +
      'or vulnerability, or both separated by a colon. With Accept: application/sarif+json the response has all findings ' +
      'as SARIF 2.1.0.',
    paged: true,
    params: UuidParams,
    query: Type.Object({
      suppressed: flag('Include suppressed ones'),
      source: Type.Optional(Type.String({ description: 'Only this source' })),
      hasAnalysis: flag('Only findings with a decision, or only others'),
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
    summary: 'List the findings of all projects',
    paged: true,
    query: Type.Object({ ...portfolioFilters, totalCount }),
    responses: { 200: Type.Array(Finding) },
  }),
  getFindingFacets: operation({
    id: 'getFindingFacets',
    method: 'GET',
    path: '/api/v2/findings/facets',
    access: mayView,
    tag: 'findings (v2)',
    summary: 'Count findings by severity, state, source, project and tag',
    description:
      'The filters are those of GET /api/v1/finding. A facet counts what matches all filters except its own, so that it ' +
      'shows what another choice would find.',
    query: Type.Object({
      ...portfolioFilters,
      facets: list('further facets: project, tag; up to 50 values each, the most frequent first'),
    }),
    responses: { 200: FindingFacets },
    problems: [404],
  }),
  listGroupedFindings: operation({
    id: 'listGroupedFindings',
    method: 'GET',
    path: '/api/v1/finding/grouped',
    access: mayView,
    tag,
    summary: 'List the vulnerabilities that have findings, with the number of affected projects',
    description: 'Suppressed findings do not count.',
    paged: true,
    query: Type.Object({ ...commonFilters, ...occurrences, totalCount }),
    responses: { 200: Type.Array(GroupedFinding) },
  }),
  listFindingCases: operation({
    id: 'listFindingCases',
    method: 'GET',
    path: '/api/v1/finding/cases',
    access: mayView,
    tag,
    summary: 'List the vulnerabilities that have findings, one case per alias group',
    description:
      'Records of several sources that are aliases form one case, with the findings of all of them. ' +
      'A case has the id of its NVD record, else GITHUB, else another. Suppressed findings do not ' +
      'count. Most severe first by default.',
    paged: true,
    query: Type.Object({
      ...commonFilters,
      ...occurrences,
      totalCount,
      project,
      findings: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'Number of findings to return per case; default 0',
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
    summary: 'Export the findings of a project in the Finding Packaging Format, version 1.3',
    description: 'Not paged. Two exports of an unchanged project differ only in their timestamp.',
    params: UuidParams,
    query: Type.Object({ suppressed: flag('Include suppressed ones') }),
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
