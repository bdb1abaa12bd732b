import { isDeepStrictEqual } from 'node:util';
import type { OrganizationMembers } from '@tallyman/contract';
import type { ExternalReference, Service, ServiceData } from '@tallyman/cyclonedx';
import { definedMembers } from './defined-members.ts';
import { organizationToCyclonedx } from './party-to-cyclonedx.ts';
import { toData } from './to-service-row.ts';

/** A service as it is stored. */
export interface StoredService {
  readonly uuid: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly description: string | null;
  readonly provider: OrganizationMembers | null;
  readonly endpoints: readonly string[];
  readonly authenticated: boolean | null;
  readonly crosses_trust_boundary: boolean | null;
  readonly data: readonly StoredData[] | null;
  readonly external_references: readonly ExternalReference[] | null;
  /** The members of the uploaded service that no column stores. */
  readonly rest: Partial<Service> | null;
}

interface StoredData {
  readonly direction?: string;
  readonly name?: string;
}

/** Returns a service with everything that was uploaded, under the bom-ref `name`. */
export function serviceToCyclonedx(row: StoredService, name = row.uuid): Service {
  // Members that columns store in part count only as long as they agree with the columns.
  const { 'bom-ref': _, provider, data, ...others } = row.rest ?? {};
  const stored = definedMembers<Service>({
    'bom-ref': name,
    provider: organizationToCyclonedx(row.provider, provider),
    group: row.group_name,
    name: row.name,
    version: row.version,
    description: row.description,
    endpoints: row.endpoints.length > 0 ? row.endpoints : undefined,
    authenticated: row.authenticated,
    'x-trust-boundary': row.crosses_trust_boundary,
    data: dataToCyclonedx(row.data, data),
    externalReferences: row.external_references,
  });
  return { ...stored, ...others };
}

const FLOWS: Readonly<Record<string, ServiceData['flow']>> = {
  INBOUND: 'inbound',
  OUTBOUND: 'outbound',
  BI_DIRECTIONAL: 'bi-directional',
};

/** Returns the uploaded data as long as the stored part of them is unchanged. */
function dataToCyclonedx(
  stored: readonly StoredData[] | null,
  uploaded: readonly ServiceData[] | undefined,
): readonly ServiceData[] | undefined {
  if (uploaded && isDeepStrictEqual(uploaded.map(toData), stored)) return uploaded;
  return stored?.map(({ direction, name }) => ({
    flow: FLOWS[direction ?? ''] ?? 'unknown',
    classification: name ?? '',
  }));
}
