import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import {
  asOf,
  commonFilters,
  flag,
  from,
  isKev,
  list,
  noAsOf,
  occurrences,
  portfolioFilters,
  project,
  to,
} from '../finding-filters.ts';
import {
  FINDING_GROUPINGS,
  Finding,
  FindingCase,
  FindingFacets,
  FindingGroup,
  FindingTotals,
  GroupedFinding,
} from '../findings.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Uuid, UuidParams } from '../values.ts';

const tag = 'finding';
const mayView = anyOf('VIEW_VULNERABILITY');

export const SARIF = 'application/sarif+json';

const totalCount = Type.Optional(
  Type.String({
    description:
      'EXACT (default), or BOUNDED: findings are counted up to 10,000, groups and cases up to the page; ' +
      'X-Total-Count-Type says EXACT or AT_LEAST',
  }),
);

const ofAsOf =
  'With asOf, totalCount is BOUNDED by default. Names, EPSS scores, aliases and known exploitation are those of today, and ' +
  'so are access, tags and the activity of projects.';

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
      `as SARIF 2.1.0. ${ofAsOf}`,
    paged: true,
    params: UuidParams,
    query: Type.Object({
      suppressed: flag('Include suppressed ones'),
      source: Type.Optional(Type.String({ description: 'Only this source' })),
      hasAnalysis: flag('Only findings with a decision, or only others'),
      epssFrom: from('EPSS score'),
      epssTo: to('EPSS score'),
      isKev,
      asOf,
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
    description: ofAsOf,
    query: Type.Object({ ...portfolioFilters, asOf, totalCount }),
    responses: { 200: Type.Array(Finding) },
  }),
  getFindingFacets: operation({
    id: 'getFindingFacets',
    method: 'GET',
    path: '/api/v2/findings/facets',
    access: mayView,
    tag: 'findings (v2)',
    summary: 'Count findings by severity, state, source, project, tag and fix',
    description:
      'The filters are those of GET /api/v1/finding. A facet counts what matches all filters except its own, so that it ' +
      'shows what another choice would find.',
    query: Type.Object({
      ...portfolioFilters,
      facets: list('further facets: project, tag (up to 50 values each, the most frequent first), fix'),
      asOf,
    }),
    responses: { 200: FindingFacets },
    problems: [404],
  }),
  listFindingGroups: operation({
    id: 'listFindingGroups',
    method: 'GET',
    path: '/api/v2/findings/groups',
    access: mayView,
    tag: 'findings (v2)',
    summary: 'List findings grouped by vulnerability, component or upgrade',
    description:
      'The filters are those of GET /api/v1/finding; `case` or `component` with the `key` of a group lists its findings. ' +
      'Aliases are one vulnerability. Components of the same package and version are one group, whatever their project. ' +
      'An upgrade is such a group with its findings for which a fixed version is known (`hasFix=true`). Vulnerabilities and ' +
      'components are sorted by severity, upgrades by the number of findings that they close.',
    query: Type.Object({
      ...portfolioFilters,
      ...noAsOf,
      by: oneOf(FINDING_GROUPINGS),
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
    }),
    responses: { 200: toListSchema(FindingGroup, 'FindingGroups') },
    problems: [404],
  }),
  getFindingTotals: operation({
    id: 'getFindingTotals',
    method: 'GET',
    path: '/api/v2/findings/totals',
    access: mayView,
    tag: 'findings (v2)',
    summary: 'Count findings, and their vulnerabilities, components and upgrades',
    description: 'The filters are those of GET /api/v1/finding. Up to 10,000 findings are counted.',
    query: Type.Object({ ...portfolioFilters, ...noAsOf }),
    responses: { 200: FindingTotals },
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
    query: Type.Object({ ...commonFilters, ...occurrences, ...noAsOf, totalCount }),
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
      ...noAsOf,
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
