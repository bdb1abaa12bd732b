import type { NewService, ServiceData } from '@tallyman/contract';
import { CHANGED_BY_HAND } from './changed-by-hand.ts';
import { identityHash } from './component-identity.ts';
import { toOrganization, toReferences, toText } from './given-values.ts';
import type { ServiceColumns } from './service-store.ts';

/** What callers decide about a service, as it is stored. What only a document knows stays when it is absent. */
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

/** Text, because the database client takes an array for an SQL array. */
function jsonColumn(
  name: JsonColumn,
  value: object | null | undefined,
): Partial<Record<JsonColumn, string | null>> {
  return value === undefined ? {} : { [name]: value === null ? null : JSON.stringify(value) };
}

function toData(data: NewService['data']): ServiceData[] | null | undefined {
  if (!data) return undefined;
  const flows = data.map(({ direction, name }) => {
    const said = toText(name);
    return { direction: direction ?? 'UNKNOWN', ...(said ? { name: said } : {}) };
  });
  return flows.length > 0 ? flows : null;
}
