import type { Service } from '@tallyman/contract';
import { presentOwner, presentReference } from '../components/present-component.ts';
import type { ServiceRow } from './service-store.ts';

/** Members without a value are left out. */
export function presentService(row: ServiceRow): Service {
  return {
    uuid: row.uuid,
    provider: row.provider ?? undefined,
    group: row.group_name ?? undefined,
    name: row.name,
    version: row.version ?? undefined,
    description: row.description ?? undefined,
    endpoints: row.endpoints.length > 0 ? row.endpoints : undefined,
    authenticated: row.authenticated ?? undefined,
    crossesTrustBoundary: row.crosses_trust_boundary ?? undefined,
    data: row.data ?? undefined,
    externalReferences: row.external_references?.map(presentReference),
    project: presentOwner(row.project),
    lastInheritedRiskScore: 0,
    notes: row.notes ?? undefined,
  };
}
