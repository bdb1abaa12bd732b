import {
  type FindingGroup,
  type FindingGrouping,
  type FindingTotals,
  SEVERITIES,
  type Severity,
  type Source,
  type Total,
} from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { KeysetPage, KeysetRows } from '../../../platform/http/keyset-page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { findHighestVersion } from './find-highest-version.ts';
import { type CaseProgress, countCaseProgress } from './finding-case-details-store.ts';
import { listCasesAfter } from './finding-cases-store.ts';
import { type FoundVulnerability, listFoundVulnerabilities } from './finding-columns-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import {
  listPackageFixes,
  listPackageGroups,
  loadTotals,
  type PackageGroupRow,
} from './finding-packages-store.ts';

/** A page of groups needs one row more, to know whether there is a next page. */
interface GroupPage {
  readonly limit: number;
  readonly after: Parameters<typeof listPackageGroups>[4]['after'];
}

/** A group and where it is in the list. */
export interface PlacedGroup {
  readonly group: FindingGroup;
  readonly value: number;
  readonly id: number;
}

export function listFindingGroups(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  by: FindingGrouping,
  { after, limit }: KeysetPage<string>,
): Promise<KeysetRows<PlacedGroup>> {
  const page = { after, limit: limit + 1 };
  return by === 'vulnerability'
    ? groupByVulnerability(db, principal, filter, page)
    : groupByPackage(db, principal, filter, by, page);
}

/** Reads only the groups of the page, so the total is a lower bound if there are more. */
async function groupByVulnerability(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  page: GroupPage,
): Promise<KeysetRows<PlacedGroup>> {
  const cases = await listCasesAfter(db, principal, filter, page);
  const members = cases.map((one) => one.members);
  const [known, counts] = await Promise.all([
    listFoundVulnerabilities(db, members.flat()),
    countCaseProgress(db, principal, filter, members),
  ]);
  const countOf = new Map(counts.map((count) => [count.position, count]));
  const rows = cases.flatMap(({ id, rank, members: ids }, position) => {
    const found = ids.flatMap((member) => known.get(member) ?? []);
    const [first] = found;
    if (!first) return [];
    return [{ group: presentCase(first, found, rank, countOf.get(position)), value: rank, id }];
  });
  const isAll = page.after === undefined && rows.length < page.limit;
  return { rows, total: { count: rows.length, type: isAll ? 'EXACT' : 'AT_LEAST' } };
}

function presentCase(
  first: FoundVulnerability,
  members: readonly FoundVulnerability[],
  rank: number,
  count: CaseProgress | undefined,
): FindingGroup {
  const toName = (member: FoundVulnerability) => ({
    source: member.source as Source,
    vuln_id: member.vuln_id,
  });
  return {
    key: first.uuid,
    severity: toSeverity(rank),
    ...withoutNulls({ cvss_score: count?.cvss ?? null }),
    finding_count: count?.findings ?? 0,
    undecided_count: count?.undecided ?? 0,
    project_count: count?.projects ?? 0,
    vulnerability: {
      ...toName(first),
      ...withoutNulls({ title: first.title ?? members.find(({ title }) => title !== null)?.title ?? null }),
      ...withoutNulls({ epss_score: first.epss?.score ?? null }),
      is_kev: Boolean(first.is_kev),
      names: members.map(toName),
    },
  };
}

async function groupByPackage(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  by: 'component' | 'fix',
  page: GroupPage,
): Promise<KeysetRows<PlacedGroup>> {
  if (by === 'component') {
    const rows = await listPackageGroups(db, principal, filter, 'severity', page);
    return { rows: rows.map((row) => toPlaced(row)), total: totalOf(rows) };
  }
  // A filter for findings without a fix leaves no upgrades.
  if (filter.hasFix === false) return { rows: [], total: totalOf([]) };
  const fixable = { ...filter, hasFix: true };
  const rows = await listPackageGroups(db, principal, fixable, 'findings', page);
  const fixes = Map.groupBy(
    await listPackageFixes(
      db,
      principal,
      fixable,
      rows.map(({ id }) => id),
    ),
    ({ id }) => id,
  );
  return {
    rows: rows.map((row) => {
      const versions = fixes.get(row.id)?.map(({ version }) => version) ?? [];
      return toPlaced(row, findHighestVersion(row.purl, versions));
    }),
    total: totalOf(rows),
  };
}

function totalOf(rows: readonly PackageGroupRow[]): Total {
  return { count: rows[0]?.total ?? 0, type: 'EXACT' };
}

function toPlaced(row: PackageGroupRow, fixedIn?: string): PlacedGroup {
  const { id, value, uuid, rank, findings, undecided, projects } = row;
  const group: FindingGroup = {
    key: uuid,
    severity: toSeverity(rank),
    ...withoutNulls({ cvss_score: row.cvss }),
    finding_count: findings,
    undecided_count: undecided,
    project_count: projects,
    component: {
      name: row.name,
      ...withoutNulls({ group: row.group_name, version: row.version, purl: row.purl }),
    },
    ...(fixedIn === undefined ? {} : { fixed_in: fixedIn }),
  };
  return { group, value, id };
}

/** Ranks of the database start at 1. */
function toSeverity(rank: number): Severity {
  return SEVERITIES[rank - 1] ?? 'UNASSIGNED';
}

const MAX_COUNTED = 10_000;

export async function countFindingTotals(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): Promise<FindingTotals> {
  const none = { findings: 0, vulnerabilities: 0, components: 0, upgrades: 0, without_fix: 0 };
  const totals = (await loadTotals(db, principal, filter, MAX_COUNTED + 1)) ?? none;
  return totals.findings > MAX_COUNTED
    ? { ...totals, findings: MAX_COUNTED, type: 'AT_LEAST' }
    : { ...totals, type: 'EXACT' };
}
