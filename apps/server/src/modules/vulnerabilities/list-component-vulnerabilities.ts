import type { Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import { getComponent } from '../portfolio/components/get-component.ts';
import { listByIds } from './vulnerability-store.ts';
import { type FindingsReader, withProjectCounts } from './with-project-counts.ts';

export async function listComponentVulnerabilities(
  ctx: Context,
  reader: FindingsReader,
  uuid: string,
  withSuppressed: boolean,
  page: Page,
): Promise<Paged<Vulnerability>> {
  const { id } = await getComponent(ctx.db, reader.principal, uuid);
  const { rows, total } = await reader.findings.listOfComponent(ctx.db, id, withSuppressed, page);
  return { rows: await withProjectCounts(ctx, reader, await listByIds(ctx.db, rows)), total };
}
