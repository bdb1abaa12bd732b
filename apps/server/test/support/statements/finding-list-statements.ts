/** The statements of the finding lists, for their snapshots and their query plans. */
import type { Permission } from '@tallyman/contract';
import {
  addUpCounts,
  areMostCountsCurrent,
} from '../../../src/modules/findings/counts/finding-counts-store.ts';
import {
  readAffectedComponents,
  readExportedVulnerabilities,
  summariseFindings,
} from '../../../src/modules/findings/export/exported-findings-store.ts';
import type { FindingKey } from '../../../src/modules/findings/finding-key.ts';
import { listPortfolioChangeRows } from '../../../src/modules/findings/history/portfolio-changes-store.ts';
import {
  countCaseProgress,
  countCases,
  listKeysOfCases,
} from '../../../src/modules/findings/lists/finding-case-details-store.ts';
import {
  caseOrders,
  countFindingCases,
  listCaseMembers,
  listCasesAfter,
} from '../../../src/modules/findings/lists/finding-cases-store.ts';
import {
  listAffectedStatements,
  listFindingRows,
  listFoundVulnerabilities,
} from '../../../src/modules/findings/lists/finding-columns-store.ts';
import {
  countByProject,
  countByTag,
  countFacetCells,
} from '../../../src/modules/findings/lists/finding-facets-store.ts';
import type { FindingFilter } from '../../../src/modules/findings/lists/finding-filter.ts';
import {
  countFindingGroups,
  groupOrders,
  listGroupRows,
} from '../../../src/modules/findings/lists/finding-groups-store.ts';
import {
  findingOrders,
  ordersAt,
  projectFindingOrders,
} from '../../../src/modules/findings/lists/finding-list-order-store.ts';
import {
  countFindings,
  listFindingKeys,
  listFindingsAfter,
} from '../../../src/modules/findings/lists/finding-list-store.ts';
import {
  listPackageFixes,
  listPackageGroups,
  loadTotals,
} from '../../../src/modules/findings/lists/finding-packages-store.ts';
import type { Db } from '../../../src/platform/db/database.ts';
import { RowTexts } from '../../../src/platform/db/row-texts.ts';
import type { Principal } from '../../../src/platform/http/principal.ts';

export interface ListStatement {
  /** Also the name of the file. */
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown>;
}

const ADMINISTRATOR: Principal = {
  kind: 'user',
  id: 1,
  name: 'admin',
  permissions: new Set<Permission>(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};
const TEAM_MEMBER: Principal = { ...ADMINISTRATOR, name: 'member', permissions: new Set(), teamIds: [1, 2] };

const PAGE = { offset: 100, limit: 100, descending: false, search: undefined, sortBy: undefined };
const PROJECT_ID = 1;
const VULNERABILITY_IDS = [1, 2, 3];
const KEYS: readonly FindingKey[] = VULNERABILITY_IDS.map((id) => ({ componentId: id, vulnerabilityId: id }));

const PACKAGE = { purl_coordinates: 'pkg:npm/acme@1.0', group_name: null, name: 'acme', version: '1.0' };
const NO_FILTER: FindingFilter = {};
const EVERY_FILTER: FindingFilter = {
  source: 'NVD',
  hasAnalysis: true,
  severities: ['CRITICAL', 'HIGH'],
  states: ['NOT_SET', 'IN_TRIAGE'],
  responses: ['NOT_SET'],
  published: { from: new Date('2026-01-01'), before: new Date('2026-02-01') },
  attributed: { from: new Date('2026-01-01') },
  text: { fields: ['COMPONENT_NAME', 'PROJECT_NAME'], part: 'a_b' },
  search: 'acme',
  cvssV3: { from: 7, to: 10 },
  epss: { from: 0.5 },
  isKev: true,
};

const portfolioOrders = [
  'vulnerability.severity',
  'vulnerability.cvssV3BaseScore',
  'vulnerability.epssScore',
  'vulnerability.title',
  'attribution.attributedOn',
  'component.name',
] as const;

function listKeys(
  principal: Principal,
  filter: FindingFilter,
  order?: keyof typeof findingOrders,
): ListStatement['run'] {
  const { projectId, asOf } = filter;
  const current = projectId === undefined ? findingOrders : projectFindingOrders;
  const orders = asOf ? ordersAt(current, asOf) : current;
  return (db) =>
    listFindingKeys(db, principal, filter, PAGE, order === undefined ? undefined : orders[order]);
}

const pages: readonly ListStatement[] = [
  { name: 'project', run: listKeys(ADMINISTRATOR, { projectId: PROJECT_ID }) },
  {
    name: 'project-by-severity',
    run: listKeys(ADMINISTRATOR, { projectId: PROJECT_ID }, 'vulnerability.severity'),
  },
  { name: 'portfolio', run: listKeys(ADMINISTRATOR, NO_FILTER) },
  { name: 'portfolio-of-a-team', run: listKeys(TEAM_MEMBER, NO_FILTER) },
  {
    name: 'portfolio-of-a-team-by-severity',
    run: listKeys(TEAM_MEMBER, NO_FILTER, 'vulnerability.severity'),
  },
  { name: 'portfolio-with-every-filter', run: listKeys(TEAM_MEMBER, EVERY_FILTER) },
  ...portfolioOrders.map((order) => ({
    name: `portfolio-by-${order.split('.')[1]?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    run: listKeys(ADMINISTRATOR, NO_FILTER, order),
  })),
];

const counts: readonly ListStatement[] = [
  { name: 'count-exact', run: (db) => countFindings(db, ADMINISTRATOR, NO_FILTER) },
  { name: 'count-bounded', run: (db) => countFindings(db, ADMINISTRATOR, NO_FILTER, 10_001) },
  { name: 'count-of-a-team', run: (db) => countFindings(db, TEAM_MEMBER, NO_FILTER) },
  { name: 'count-from-counts', run: (db) => addUpCounts(db, ADMINISTRATOR, NO_FILTER) },
  { name: 'counts-are-current', run: (db) => areMostCountsCurrent(db) },
  { name: 'count-groups', run: (db) => countFindingGroups(db, ADMINISTRATOR, NO_FILTER) },
  { name: 'count-cases', run: (db) => countFindingCases(db, ADMINISTRATOR, NO_FILTER) },
];

const groups: readonly ListStatement[] = [
  { name: 'groups', run: (db) => listGroupRows(db, ADMINISTRATOR, NO_FILTER, PAGE) },
  {
    name: 'groups-by-severity',
    run: (db) => listGroupRows(db, TEAM_MEMBER, NO_FILTER, PAGE, groupOrders['vulnerability.severity']),
  },
  {
    name: 'groups-by-affected-projects',
    run: (db) =>
      listGroupRows(
        db,
        ADMINISTRATOR,
        { projects: { from: 2 } },
        PAGE,
        groupOrders['vulnerability.affectedProjectCount'],
      ),
  },
  { name: 'cases', run: (db) => listCaseMembers(db, ADMINISTRATOR, NO_FILTER, PAGE) },
  {
    name: 'cases-by-findings',
    run: (db) => listCaseMembers(db, ADMINISTRATOR, NO_FILTER, PAGE, caseOrders.findingCount),
  },
  { name: 'case-counts', run: (db) => countCases(db, ADMINISTRATOR, NO_FILTER, [VULNERABILITY_IDS]) },
  {
    name: 'case-findings',
    run: (db) => listKeysOfCases(db, ADMINISTRATOR, NO_FILTER, [VULNERABILITY_IDS], 5),
  },
];

const page = { after: { value: 2, id: 1 }, limit: 101 };
const v2Groups: readonly ListStatement[] = [
  { name: 'cases-after', run: (db) => listCasesAfter(db, TEAM_MEMBER, { states: ['NOT_SET'] }, page) },
  {
    name: 'case-progress',
    run: (db) => countCaseProgress(db, ADMINISTRATOR, NO_FILTER, [VULNERABILITY_IDS]),
  },
  {
    name: 'packages-by-severity',
    run: (db) => listPackageGroups(db, ADMINISTRATOR, NO_FILTER, 'severity', page),
  },
  {
    name: 'packages-by-fixable-findings',
    run: (db) => listPackageGroups(db, TEAM_MEMBER, { hasFix: true }, 'findings', page),
  },
  { name: 'package-fixes', run: (db) => listPackageFixes(db, ADMINISTRATOR, { hasFix: true }, [1, 2]) },
  { name: 'totals', run: (db) => loadTotals(db, ADMINISTRATOR, NO_FILTER, 10_001) },
  {
    name: 'bulk-targets-of-a-package',
    run: (db) =>
      listFindingsAfter(
        db,
        TEAM_MEMBER,
        { packageOf: PACKAGE },
        { componentId: 1, vulnerabilityId: 1 },
        2_001,
      ),
  },
];

const facets: readonly ListStatement[] = [
  ...(['counts', 'findings'] as const).flatMap((from) => {
    const all = { withSuppressed: true };
    const suffix = from === 'counts' ? '-from-counts' : '';
    return [
      { name: `facets${suffix}`, run: (db: Db) => countFacetCells(db, ADMINISTRATOR, all, from) },
      { name: `facets-of-a-team${suffix}`, run: (db: Db) => countFacetCells(db, TEAM_MEMBER, all, from) },
      {
        name: `facets-by-project${suffix}`,
        run: (db: Db) => countByProject(db, TEAM_MEMBER, { tag: 'acme', isKev: true }, from, 50),
      },
      {
        name: `facets-by-tag${suffix}`,
        run: (db: Db) => countByTag(db, TEAM_MEMBER, NO_FILTER, from, 50),
      },
    ];
  }),
];

const columns: readonly ListStatement[] = [
  { name: 'rows', run: (db) => listFindingRows(db, KEYS) },
  { name: 'vulnerabilities', run: (db) => listFoundVulnerabilities(db, VULNERABILITY_IDS) },
  {
    name: 'affected-statements',
    run: (db) =>
      listAffectedStatements(db, [
        { vulnerabilityId: 1, uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f', asserter: 'nvd' },
      ]),
  },
];

const exports: readonly ListStatement[] = [
  { name: 'export-summary', run: (db) => summariseFindings(db, PROJECT_ID, 'with-decisions') },
  {
    name: 'export-vulnerabilities',
    run: (db) => readExportedVulnerabilities(db, VULNERABILITY_IDS, new RowTexts()),
  },
  {
    name: 'export-components',
    run: (db) => readAffectedComponents(db, PROJECT_ID, VULNERABILITY_IDS, 'with-decisions', new RowTexts()),
  },
];

/** Lists of a past time, and changes since. */
export function pastStatements(asOf: Date): readonly ListStatement[] {
  const worst: FindingFilter = { asOf, severities: ['CRITICAL'] };
  const team = { ...EVERY_FILTER, asOf };
  return [
    { name: 'past', run: listKeys(ADMINISTRATOR, { asOf }) },
    { name: 'past-of-a-team', run: listKeys(TEAM_MEMBER, { asOf }) },
    { name: 'past-by-severity', run: listKeys(ADMINISTRATOR, { asOf }, 'vulnerability.severity') },
    { name: 'past-critical', run: listKeys(ADMINISTRATOR, worst) },
    { name: 'past-with-every-filter', run: listKeys(TEAM_MEMBER, team) },
    { name: 'past-of-a-project', run: listKeys(ADMINISTRATOR, { projectId: PROJECT_ID, asOf }) },
    { name: 'past-count', run: (db) => countFindings(db, ADMINISTRATOR, { asOf }, 10_001) },
    { name: 'past-count-critical', run: (db) => countFindings(db, ADMINISTRATOR, worst, 10_001) },
    { name: 'past-rows', run: (db) => listFindingRows(db, KEYS, asOf) },
    { name: 'past-vulnerabilities', run: (db) => listFoundVulnerabilities(db, VULNERABILITY_IDS, asOf) },
    ...changesSince(asOf),
  ];
}

function changesSince(from: Date): ListStatement[] {
  const since = { from, to: undefined, projectId: undefined, cause: undefined, limit: 101 };
  const all = { ...since, kind: undefined, after: undefined };
  const next = { ...since, kind: 'DISAPPEARED' as const, after: [from.getTime() * 1_000, 2, 3, 4, 0] };
  return [
    { name: 'changes', run: (db) => listPortfolioChangeRows(db, ADMINISTRATOR, all) },
    { name: 'changes-after', run: (db) => listPortfolioChangeRows(db, TEAM_MEMBER, next) },
  ];
}

export const findingListStatements: readonly ListStatement[] = [
  ...pages,
  ...counts,
  ...groups,
  ...v2Groups,
  ...facets,
  ...columns,
  ...exports,
];
