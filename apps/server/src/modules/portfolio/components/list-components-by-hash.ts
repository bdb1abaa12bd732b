import { HASH_LENGTHS, HASH_NAMES } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { LinkedComponentRow } from './component-columns-store.ts';
import { componentSortFields, listComponents } from './component-list-store.ts';

/** "The algorithm from the length"; several algorithms have the same length. */
export async function listComponentsByHash(
  ctx: Context,
  principal: Principal,
  hash: string,
  page: Page,
): Promise<Paged<LinkedComponentRow>> {
  const names = HASH_NAMES.filter((name) => HASH_LENGTHS[name] === hash.length);
  const sort = sortColumn(page, componentSortFields);
  const filter = names.length > 0 ? { hash: { value: hash, names } } : { none: true };
  return listComponents(ctx.db, principal, filter, page, sort);
}
