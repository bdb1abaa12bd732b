import type { Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { listByIds } from './vulnerability-store.ts';
import { type FindingsReader, withProjectCounts } from './with-project-counts.ts';

export async function listProjectVulnerabilities(
  ctx: Context,
  reader: FindingsReader,
  uuid: string,
  withSuppressed: boolean,
): Promise<Vulnerability[]> {
  const id = await getProjectId(ctx.db, reader.principal, uuid);
  const found = await reader.findings.listOfProject(ctx.db, id, withSuppressed);
  const rows = await listByIds(ctx.db, [...found.keys()]);
  const vulnerabilities = await withProjectCounts(ctx, reader, rows);
  return vulnerabilities.map((vulnerability, index) => ({
    ...vulnerability,
    components: [...(found.get(rows[index]?.id ?? 0) ?? [])],
  }));
}
