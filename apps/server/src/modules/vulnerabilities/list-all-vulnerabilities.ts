import type { Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import { listVulnerabilities } from './vulnerability-store.ts';
import { type FindingsReader, withProjectCounts } from './with-project-counts.ts';

export async function listAllVulnerabilities(
  ctx: Context,
  reader: FindingsReader,
  page: Page,
): Promise<Paged<Vulnerability>> {
  const { rows, total } = await listVulnerabilities(ctx.db, page);
  return { rows: await withProjectCounts(ctx, reader, rows), total };
}
