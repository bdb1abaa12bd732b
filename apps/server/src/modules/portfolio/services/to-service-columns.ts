import type { NewService, ServiceData } from '@tallyman/contract';
import { CHANGED_BY_HAND } from '../components/changed-by-hand.ts';
import { toOrganization, toReferences, toText } from '../given-values.ts';
import { identityHash } from '../identifiers/component-identity.ts';
import type { ServiceColumns } from './service-store.ts';

/** The members that callers may set, as columns. Members that documents set too keep their value if absent. */
export function toServiceColumns(body: NewService): ServiceColumns {
  const identity = {
    group: toText(body.group) ?? null,
    name: body.name.trim(),
    version: toText(body.version) ?? null,
  };
  return {
    name: identity.name,
    group_name: identity.group,
    version: identity.version,
    description: toText(body.description) ?? null,
    endpoints: (body.endpoints ?? [])
      .map((endpoint) => endpoint.trim())
      .filter((endpoint) => endpoint !== ''),
    authenticated: body.authenticated ?? null,
    crosses_trust_boundary: body.crossesTrustBoundary ?? null,
    notes: toText(body.notes) ?? null,
    ...jsonColumn('provider', toOrganization(body.provider)),
    ...jsonColumn('data', toData(body.data)),
    ...jsonColumn('external_references', toReferences(body.externalReferences)),
    identity_hash: identityHash(identity),
    content_hash: CHANGED_BY_HAND,
  };
}

type JsonColumn = 'provider' | 'data' | 'external_references';

/** Text, because the database client would write an array as an SQL array. */
function jsonColumn(
  name: JsonColumn,
  value: object | null | undefined,
): Partial<Record<JsonColumn, string | null>> {
  return value === undefined ? {} : { [name]: value === null ? null : JSON.stringify(value) };
}

function toData(data: NewService['data']): ServiceData[] | null | undefined {
  if (!data) return undefined;
  const flows = data.map(({ direction, name }) => {
    const text = toText(name);
    return { direction: direction ?? 'UNKNOWN', ...(text ? { name: text } : {}) };
  });
  return flows.length > 0 ? flows : null;
}
