import { type AffectedProject, findSource } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { AffectedProjectsFilter } from './vulnerability-findings.ts';
import { findVulnerabilityId } from './vulnerability-store.ts';
import type { FindingsReader } from './with-project-counts.ts';

const sortFields = {
  name: 'name',
  version: 'version',
  inactiveSince: 'inactive_since',
} as const;

/** "Unknown vulnerability → 200 [], count 0." Refuses an unknown sort field even then. */
export async function listAffectedProjects(
  ctx: Context,
  { principal, findings }: FindingsReader,
  sourceName: string,
  vulnId: string,
  filter: AffectedProjectsFilter,
  page: Page,
): Promise<Paged<AffectedProject>> {
  sortColumn(page, sortFields);
  const source = findSource(sourceName);
  const id = source && (await findVulnerabilityId(ctx.db, { source, vulnId }));
  if (id === undefined) return { rows: [], total: 0 };
  return findings.listProjects(ctx.db, principal, id, filter, page);
}
