import { HASH_LENGTHS, HASH_NAMES, HASH_TYPES, type HashType } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ComponentRow, LinkedComponentRow } from './component-columns-store.ts';
import type { ComponentFilter, PurlPrefix } from './component-filter-store.ts';
import {
  componentSortFields,
  type KeysetColumn,
  listComponentPage,
  listComponents,
} from './component-list-store.ts';
import { toPurl } from './package-url.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';

type ComponentPage = Promise<Paged<LinkedComponentRow>>;

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
): ComponentPage {
  const { sortBy = '' } = page;
  const sort = Object.hasOwn(componentSortFields, sortBy) ? sortColumn(page, componentSortFields) : undefined;
  const narrowed = await toProjectFilter(ctx, principal, projectUuid, { ...filter, text: page.search });
  return listComponents(ctx.db, principal, narrowed, page, sort);
}

export async function listProjectComponentPage(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  filter: ProjectComponentFilter,
  page: KeysetPage<KeysetColumn>,
): Promise<KeysetRows<ComponentRow>> {
  const narrowed = await toProjectFilter(ctx, principal, projectUuid, filter);
  return listComponentPage(ctx.db, principal, narrowed, page);
}

/** Nobody knows yet of newer versions: no component is known to be outdated. */
async function toProjectFilter(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  { onlyOutdated, onlyDirect, text }: ProjectComponentFilter,
): Promise<ComponentFilter> {
  const { id } = requireVisible(await findVisibility(ctx.db, principal, projectUuid));
  return { projectId: id, text, onlyDirect, none: onlyOutdated };
}

interface Identity {
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly purl?: string | undefined;
  readonly cpe?: string | undefined;
  readonly swidTagId?: string | undefined;
}

interface Owners {
  readonly project?: string | undefined;
  readonly onlyActive: boolean;
  readonly onlyLatest: boolean;
}

export function saysSomething({ group, name, version, purl, cpe, swidTagId }: Identity): boolean {
  return (group ?? name ?? version ?? purl ?? cpe ?? swidTagId) !== undefined;
}

export async function listComponentsByIdentity(
  ctx: Context,
  principal: Principal,
  { group, name, version, purl, cpe, swidTagId }: Identity,
  { project, onlyActive, onlyLatest }: Owners,
  page: Page,
): ComponentPage {
  const found = project === undefined ? undefined : await findVisibility(ctx.db, principal, project);
  const filter: ComponentFilter = {
    projectId: project === undefined ? undefined : requireVisible(found).id,
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

/** "The algorithm from the length"; several have the same. */
export async function listComponentsByHash(
  ctx: Context,
  principal: Principal,
  hash: string,
  page: Page,
): ComponentPage {
  const names = HASH_NAMES.filter((name) => HASH_LENGTHS[name] === hash.length);
  const sort = sortColumn(page, componentSortFields);
  const filter = names.length > 0 ? { hash: { value: hash, names } } : { none: true };
  return listComponents(ctx.db, principal, filter, page, sort);
}

interface Search {
  readonly group_contains?: string | undefined;
  readonly name_contains?: string | undefined;
  readonly version_contains?: string | undefined;
  readonly purl_prefix?: string | undefined;
  readonly cpe?: string | undefined;
  readonly swid_tag_id_contains?: string | undefined;
  readonly hash_type?: HashType | undefined;
  readonly hash?: string | undefined;
  readonly package_artifact_published_since?: number | undefined;
  readonly package_artifact_published_before?: number | undefined;
  readonly project_state?: 'ACTIVE' | 'INACTIVE' | undefined;
  readonly project_latest_version?: boolean | undefined;
}

export function searchComponentPage(
  ctx: Context,
  principal: Principal,
  search: Search,
  page: KeysetPage<KeysetColumn>,
): Promise<KeysetRows<ComponentRow>> {
  return listComponentPage(ctx.db, principal, toSearchFilter(search), page);
}

/** Components whose package metadata nobody has fetched are left out whenever that is asked for. */
function toSearchFilter(search: Search): ComponentFilter {
  const { project_state: state, package_artifact_published_since: since } = search;
  return {
    groupPart: search.group_contains,
    namePart: search.name_contains,
    versionPart: search.version_contains,
    purlPrefix: toPurlPrefix('purl_prefix', search.purl_prefix),
    cpe: search.cpe,
    swidTagIdPart: search.swid_tag_id_contains,
    hash: toHash(search),
    projectIsActive: state && state === 'ACTIVE',
    projectIsLatest: search.project_latest_version,
    none: (since ?? search.package_artifact_published_before) !== undefined,
  };
}

function toHash({ hash, hash_type }: Search): ComponentFilter['hash'] {
  if (hash === undefined) return undefined;
  if (hash_type === undefined) throw invalidQuery('hash', 'needs a hash_type beside it');
  return { value: hash, names: [HASH_TYPES[hash_type]] };
}

function toPurlPrefix(parameter: string, text: string | undefined): PurlPrefix | undefined {
  if (text === undefined) return undefined;
  const prefix = toPurl(text);
  if (!prefix) throw invalidQuery(parameter, 'must be a package URL, at least pkg:type/name');
  return prefix;
}

function invalidQuery(parameter: string, message: string): AppError {
  return new AppError('invalid', `The ${parameter} ${message}.`, {
    errors: [{ path: `query/${parameter}`, message }],
  });
}
