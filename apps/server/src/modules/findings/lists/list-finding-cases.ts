import { type Finding, type FindingCase, SEVERITIES, type Severity, type Source } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { type CaseCount, countCases, listKeysOfCases } from './finding-case-details-store.ts';
import {
  type CaseOrder,
  countFindingCases,
  listFindingCases as listCaseMembers,
} from './finding-cases-store.ts';
import { type FoundVulnerability, listFoundVulnerabilities } from './finding-columns-store.ts';
import type { GroupFilter } from './finding-groups-store.ts';
import { type Counting, totalOfGroups } from './finding-totals.ts';
import { type FindingPage, loadFindings } from './list-findings.ts';

/** Vulnerabilities with findings, one case for all the names of each, with up to `most` findings beneath. */
export async function listFindingCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: CaseOrder | undefined,
  counting: Counting,
  most: number,
): Promise<FindingPage<FindingCase>> {
  const cases = await listCaseMembers(db, principal, filter, page, order);
  const [total, known, counts, findings] = await Promise.all([
    totalOfGroups(page, cases.length, counting, () => countFindingCases(db, principal, filter)),
    listFoundVulnerabilities(db, cases.flat()),
    countCases(db, principal, filter, cases),
    most > 0 ? loadFindingsOfCases(db, principal, filter, cases, most) : undefined,
  ]);
  const countsOf = Map.groupBy(counts, ({ place }) => place);
  const rows = cases.flatMap((ids, place) => {
    const members = ids.flatMap((id) => known.get(id) ?? []);
    const shown = presentCase(members, countsOf.get(place) ?? []);
    const beneath = findings && { findings: members.flatMap(({ uuid }) => findings.get(uuid) ?? []) };
    return shown ? [{ ...shown, ...beneath }] : [];
  });
  return { rows, total };
}

/** By the UUID of the vulnerability: each is of one case. */
async function loadFindingsOfCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: readonly (readonly number[])[],
  most: number,
): Promise<ReadonlyMap<string, Finding[]>> {
  const keys = await listKeysOfCases(db, principal, filter, cases, most);
  return Map.groupBy(await loadFindings(db, keys), ({ vulnerability }) => vulnerability.uuid);
}

/** All members have the same names, hence the same EPSS score, and are exploited or not together. */
function presentCase(
  members: readonly FoundVulnerability[],
  counts: readonly CaseCount[],
): FindingCase | undefined {
  const [called] = members;
  const whole = counts.find(({ id }) => id === null);
  if (!called) return undefined;
  const rank = Math.min(...members.map(({ severity }) => SEVERITIES.indexOf(severity as Severity)));
  return {
    uuid: called.uuid,
    vulnId: called.vuln_id,
    source: called.source as Source,
    ...withoutNulls({ title: called.title ?? members.find(({ title }) => title !== null)?.title ?? null }),
    severity: SEVERITIES[rank] ?? 'UNASSIGNED',
    severityRank: rank,
    ...(called.epss ? { epssScore: called.epss.score, epssPercentile: called.epss.percentile } : {}),
    isKev: Boolean(called.is_kev),
    ...withoutNulls({ published: firstPublished(members) }),
    affectedProjectCount: whole?.projects ?? 0,
    affectedComponentCount: whole?.components ?? 0,
    findingCount: whole?.findings ?? 0,
    members: members.map((member) => presentMember(member, counts)),
  };
}

function firstPublished(members: readonly FoundVulnerability[]): number | null {
  const times = members.flatMap(({ published_at }) => published_at?.getTime() ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

function presentMember(member: FoundVulnerability, counts: readonly CaseCount[]) {
  return {
    uuid: member.uuid,
    source: member.source as Source,
    vulnId: member.vuln_id,
    ...withoutNulls({ title: member.title }),
    severity: member.severity as Severity,
    findingCount: counts.find(({ id }) => id === member.id)?.findings ?? 0,
  };
}
