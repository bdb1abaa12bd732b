import type { Service, ServiceData } from '@tallyman/cyclonedx';
import type { ImportedService } from '../portfolio/import/imported-rows.ts';
import { hasUnstoredMembers, toOrganization } from './to-party.ts';

/** Members that columns store completely. */
const STORED_IN_COLUMNS: ReadonlySet<string> = new Set([
  ...['bom-ref', 'group', 'name', 'version', 'description', 'endpoints', 'authenticated'],
  ...['x-trust-boundary', 'externalReferences', 'services'],
]);

/** Returns a service as the portfolio stores it. Members without a column go to `rest`. */
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

/** Members that columns store in part are kept whole, so that exports are complete. */
function toRest(service: Service): object | null {
  const dropped: Readonly<Record<string, boolean>> = {
    provider: !hasUnstoredMembers(service.provider),
    data: !service.data?.some((data) => Object.keys(data).length > 2),
  };
  const rest = Object.entries(service).filter(
    ([member]) => !STORED_IN_COLUMNS.has(member) && !dropped[member],
  );
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}
