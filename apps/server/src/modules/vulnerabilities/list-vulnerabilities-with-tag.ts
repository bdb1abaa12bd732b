import type { Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { toTagName } from '../portfolio/tags/tag-names.ts';
import { listWithTag } from './vulnerability-store.ts';
import { type FindingsReader, withProjectCounts } from './with-project-counts.ts';

export async function listVulnerabilitiesWithTag(
  ctx: Context,
  reader: FindingsReader,
  tag: string,
): Promise<Vulnerability[]> {
  return withProjectCounts(ctx, reader, await listWithTag(ctx.db, toTagName(tag)));
}
