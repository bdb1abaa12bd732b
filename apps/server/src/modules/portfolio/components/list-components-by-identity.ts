import type { Context } from '../../../platform/context.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import type { LinkedComponentRow } from './component-columns-store.ts';
import type { ComponentFilter } from './component-filter-store.ts';
import { componentSortFields, listComponents } from './component-list-store.ts';
import { toPurlPrefix } from './to-purl-prefix.ts';

interface IdentityCriteria {
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly purl?: string | undefined;
  readonly cpe?: string | undefined;
  readonly swidTagId?: string | undefined;
}

interface ProjectCriteria {
  readonly project?: string | undefined;
  readonly onlyActive: boolean;
  readonly onlyLatest: boolean;
}

export function hasIdentityCriteria(criteria: IdentityCriteria): boolean {
  const { group, name, version, purl, cpe, swidTagId } = criteria;
  return (group ?? name ?? version ?? purl ?? cpe ?? swidTagId) !== undefined;
}

export async function listComponentsByIdentity(
  ctx: Context,
  principal: Principal,
  { group, name, version, purl, cpe, swidTagId }: IdentityCriteria,
  { project, onlyActive, onlyLatest }: ProjectCriteria,
  page: Page,
): Promise<Paged<LinkedComponentRow>> {
  const filter: ComponentFilter = {
    projectId: project === undefined ? undefined : await getProjectId(ctx.db, principal, project),
    groupPart: group,
    namePart: name,
    versionPart: version,
    purlPrefix: toPurlPrefix('purl', purl),
    cpe,
    swidTagId,
    projectIsActive: onlyActive || undefined,
    projectIsLatest: onlyLatest || undefined,
  };
  return listComponents(ctx.db, principal, filter, page, sortColumn(page, componentSortFields));
}
