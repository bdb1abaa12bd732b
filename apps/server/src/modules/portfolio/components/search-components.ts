import { HASH_TYPES, type HashType } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { KeysetPage, KeysetRows } from '../../../platform/http/keyset-page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ComponentRow } from './component-columns-store.ts';
import type { ComponentFilter } from './component-filter-store.ts';
import { type KeysetColumn, listComponentPage } from './component-list-store.ts';
import { invalidQuery, toPurlPrefix } from './to-purl-prefix.ts';

interface ComponentSearch {
  readonly group_contains?: string | undefined;
  readonly name_contains?: string | undefined;
  readonly version_contains?: string | undefined;
  readonly purl_prefix?: string | undefined;
  readonly cpe?: string | undefined;
  readonly swid_tag_id_contains?: string | undefined;
  readonly hash_type?: HashType | undefined;
  readonly hash?: string | undefined;
  readonly license?: string | undefined;
  readonly package_artifact_published_since?: number | undefined;
  readonly package_artifact_published_before?: number | undefined;
  readonly project_state?: 'ACTIVE' | 'INACTIVE' | undefined;
  readonly project_latest_version?: boolean | undefined;
}

export function searchComponents(
  ctx: Context,
  principal: Principal,
  search: ComponentSearch,
  page: KeysetPage<KeysetColumn>,
): Promise<KeysetRows<ComponentRow>> {
  return listComponentPage(ctx.db, principal, toComponentFilter(search), page);
}

/** A filter on package metadata matches nothing, because package metadata is not fetched yet. */
function toComponentFilter(search: ComponentSearch): ComponentFilter {
  const { project_state: state, package_artifact_published_since: since } = search;
  return {
    groupPart: search.group_contains,
    namePart: search.name_contains,
    versionPart: search.version_contains,
    purlPrefix: toPurlPrefix('purl_prefix', search.purl_prefix),
    cpe: search.cpe,
    swidTagIdPart: search.swid_tag_id_contains,
    hash: toHashFilter(search),
    license: search.license,
    projectIsActive: state && state === 'ACTIVE',
    projectIsLatest: search.project_latest_version,
    none: (since ?? search.package_artifact_published_before) !== undefined,
  };
}

function toHashFilter({ hash, hash_type }: ComponentSearch): ComponentFilter['hash'] {
  if (hash === undefined) return undefined;
  if (hash_type === undefined) throw invalidQuery('hash', 'needs a hash_type beside it');
  return { value: hash, names: [HASH_TYPES[hash_type]] };
}
