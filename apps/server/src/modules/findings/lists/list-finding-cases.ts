import { type Finding, type FindingCase, SEVERITIES, type Severity, type Source } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { type CaseCount, countCases, listKeysOfCases } from './finding-case-details-store.ts';
import { type CaseOrder, countFindingCases, listCaseMembers } from './finding-cases-store.ts';
import { type FoundVulnerability, listFoundVulnerabilities } from './finding-columns-store.ts';
import type { GroupFilter } from './finding-groups-store.ts';
import { type Counting, totalOfGroups } from './finding-totals.ts';
import { type FindingPage, loadFindings } from './list-findings.ts';

/** Lists vulnerabilities with findings, aliases merged into one case, each with up to `max` findings. */
export async function listFindingCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: CaseOrder | undefined,
  counting: Counting,
  max: number,
): Promise<FindingPage<FindingCase>> {
  const cases = await listCaseMembers(db, principal, filter, page, order);
  const [total, known, counts, findings] = await Promise.all([
    totalOfGroups(page, cases.length, counting, () => countFindingCases(db, principal, filter)),
    listFoundVulnerabilities(db, cases.flat()),
    countCases(db, principal, filter, cases),
    max > 0 ? loadFindingsOfCases(db, principal, filter, cases, max) : undefined,
  ]);
  const countsOf = Map.groupBy(counts, ({ position }) => position);
  const rows = cases.flatMap((ids, position) => {
    const members = ids.flatMap((id) => known.get(id) ?? []);
    const shown = presentCase(members, countsOf.get(position) ?? []);
    const nested = findings && { findings: members.flatMap(({ uuid }) => findings.get(uuid) ?? []) };
    return shown ? [{ ...shown, ...nested }] : [];
  });
  return { rows, total };
}

/** By the UUID of the vulnerability, which belongs to one case only. */
async function loadFindingsOfCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: readonly (readonly number[])[],
  max: number,
): Promise<ReadonlyMap<string, Finding[]>> {
  const keys = await listKeysOfCases(db, principal, filter, cases, max);
  return Map.groupBy(await loadFindings(db, keys), ({ vulnerability }) => vulnerability.uuid);
}

/** Members are aliases of each other, so EPSS score and KEV status are the same for all. */
function presentCase(
  members: readonly FoundVulnerability[],
  counts: readonly CaseCount[],
): FindingCase | undefined {
  const [preferred] = members;
  const whole = counts.find(({ id }) => id === null);
  if (!preferred) return undefined;
  const rank = Math.min(...members.map(({ severity }) => SEVERITIES.indexOf(severity as Severity)));
  return {
    uuid: preferred.uuid,
    vulnId: preferred.vuln_id,
    source: preferred.source as Source,
    ...withoutNulls({ title: preferred.title ?? members.find(({ title }) => title !== null)?.title ?? null }),
    severity: SEVERITIES[rank] ?? 'UNASSIGNED',
    severityRank: rank,
    ...(preferred.epss ? { epssScore: preferred.epss.score, epssPercentile: preferred.epss.percentile } : {}),
    isKev: Boolean(preferred.is_kev),
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
