import type { Service, ServiceData } from '@tallyman/cyclonedx';
import type { ImportedService } from '../portfolio/imported-rows.ts';
import { saysMore, toOrganization } from './to-party.ts';

/** Of these the columns say all. */
const SAID_BY_COLUMNS: ReadonlySet<string> = new Set([
  ...['bom-ref', 'group', 'name', 'version', 'description', 'endpoints', 'authenticated'],
  ...['x-trust-boundary', 'externalReferences', 'services'],
]);

/** A service of a document as the portfolio stores it. What has no column of its own goes to `rest`. */
export function toServiceRow(service: Service): ImportedService {
  const { name, group, version, description, provider, endpoints, authenticated, data } = service;
  return {
    name: name?.trim() || '-',
    group_name: group?.trim() || null,
    version: version?.trim() || null,
    description: description || null,
    provider: toOrganization(provider),
    endpoints: endpoints ?? [],
    authenticated: authenticated ?? null,
    crosses_trust_boundary: service['x-trust-boundary'] ?? null,
    data: data?.length ? data.map(toData) : null,
    external_references: service.externalReferences?.length ? service.externalReferences : null,
    rest: toRest(service),
    bom_ref: service['bom-ref'] || null,
  };
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  inbound: 'INBOUND',
  outbound: 'OUTBOUND',
  'bi-directional': 'BI_DIRECTIONAL',
};

export function toData({ flow, classification }: ServiceData) {
  return { direction: DIRECTIONS[flow] ?? 'UNKNOWN', name: classification };
}

/** A member of which a column says only a part is kept whole, so that the document can be given back. */
function toRest(service: Service): object | null {
  const dropped: Readonly<Record<string, boolean>> = {
    provider: !saysMore(service.provider),
    data: !service.data?.some((data) => Object.keys(data).length > 2),
  };
  const rest = Object.entries(service).filter(([member]) => !SAID_BY_COLUMNS.has(member) && !dropped[member]);
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}
