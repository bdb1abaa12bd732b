import { type AffectedProject, findSource, type Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getComponent } from '../portfolio/change-components.ts';
import { getProjectId } from '../portfolio/get-project-id.ts';
import { toTagName } from '../portfolio/tag-names.ts';
import type { AffectedProjectsFilter, KnownFindings } from './known-findings.ts';
import { presentVulnerability } from './present-vulnerability.ts';
import {
  findVulnerabilityId,
  listByIds,
  listVulnerabilities,
  listWithTag,
  type VulnerabilityRow,
} from './vulnerability-store.ts';

/** Who asks, and whom to ask about findings. */
export interface Asked {
  readonly principal: Principal;
  readonly findings: KnownFindings;
}

export async function listAllVulnerabilities(
  ctx: Context,
  asked: Asked,
  page: Page,
): Promise<Paged<Vulnerability>> {
  const { rows, total } = await listVulnerabilities(ctx.db, page);
  return { rows: await withCounts(ctx, asked, rows), total };
}

export async function listVulnerabilitiesOfComponent(
  ctx: Context,
  asked: Asked,
  uuid: string,
  withSuppressed: boolean,
  page: Page,
): Promise<Paged<Vulnerability>> {
  const { id } = await getComponent(ctx.db, asked.principal, uuid);
  const { rows, total } = await asked.findings.listOfComponent(ctx.db, id, withSuppressed, page);
  return { rows: await withCounts(ctx, asked, await listByIds(ctx.db, rows)), total };
}

export async function listVulnerabilitiesOfProject(
  ctx: Context,
  asked: Asked,
  uuid: string,
  withSuppressed: boolean,
): Promise<Vulnerability[]> {
  const id = await getProjectId(ctx.db, asked.principal, uuid);
  const found = await asked.findings.listOfProject(ctx.db, id, withSuppressed);
  const rows = await listByIds(ctx.db, [...found.keys()]);
  const vulnerabilities = await withCounts(ctx, asked, rows);
  return vulnerabilities.map((vulnerability, index) => ({
    ...vulnerability,
    components: [...(found.get(rows[index]?.id ?? 0) ?? [])],
  }));
}

export async function listVulnerabilitiesWithTag(
  ctx: Context,
  asked: Asked,
  tag: string,
): Promise<Vulnerability[]> {
  return withCounts(ctx, asked, await listWithTag(ctx.db, toTagName(tag)));
}

/** Without what they affect, but with how many projects. */
async function withCounts(
  ctx: Context,
  { principal, findings }: Asked,
  rows: readonly VulnerabilityRow[],
): Promise<Vulnerability[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await findings.countProjects(ctx.db, principal, ids);
  return rows.map((row) => presentVulnerability(row, counts.get(row.id)));
}

/** "Unknown vulnerability → 200 [], count 0." */
export async function listAffectedProjects(
  ctx: Context,
  { principal, findings }: Asked,
  sourceName: string,
  vulnId: string,
  filter: AffectedProjectsFilter,
  page: Page,
): Promise<Paged<AffectedProject>> {
  sortColumn(page, affectedProjectSortFields);
  const source = findSource(sourceName);
  const id = source && (await findVulnerabilityId(ctx.db, { source, vulnId }));
  if (id === undefined) return { rows: [], total: 0 };
  return findings.listProjects(ctx.db, principal, id, filter, page);
}

/** Others are refused, whether anything is affected or not. */
const affectedProjectSortFields = {
  name: 'name',
  version: 'version',
  inactiveSince: 'inactive_since',
} as const;
