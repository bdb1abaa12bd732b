import type { Context } from '../../../platform/context.ts';
import type { KeysetPage, KeysetRows } from '../../../platform/http/keyset-page.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import type { ComponentRow, LinkedComponentRow } from './component-columns-store.ts';
import type { ComponentFilter } from './component-filter-store.ts';
import {
  componentSortFields,
  type KeysetColumn,
  listComponentPage,
  listComponents,
} from './component-list-store.ts';

interface ProjectComponentFilter {
  readonly onlyOutdated: boolean;
  readonly onlyDirect: boolean;
  readonly text?: string | undefined;
}

/** "Silently ignores unknown sort fields", unlike every other list. */
export async function listProjectComponents(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  filter: ProjectComponentFilter,
  page: Page,
): Promise<Paged<LinkedComponentRow>> {
  const { sortBy = '' } = page;
  const sort = Object.hasOwn(componentSortFields, sortBy) ? sortColumn(page, componentSortFields) : undefined;
  const projectId = await getProjectId(ctx.db, principal, projectUuid);
  const narrowed = toComponentFilter(projectId, { ...filter, text: page.search });
  return listComponents(ctx.db, principal, narrowed, page, sort);
}

export async function listProjectComponentPage(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  filter: ProjectComponentFilter,
  page: KeysetPage<KeysetColumn>,
): Promise<KeysetRows<ComponentRow>> {
  const projectId = await getProjectId(ctx.db, principal, projectUuid);
  return listComponentPage(ctx.db, principal, toComponentFilter(projectId, filter), page);
}

/** No component is known to be outdated, because the newest versions of packages are not looked up yet. */
function toComponentFilter(
  projectId: number,
  { onlyOutdated, onlyDirect, text }: ProjectComponentFilter,
): ComponentFilter {
  return { projectId, text, onlyDirect, none: onlyOutdated };
}
