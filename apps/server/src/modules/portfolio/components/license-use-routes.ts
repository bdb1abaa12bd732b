import { isOn, type ListedLicense, licenseV2Operations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../../platform/http/keyset-page.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { type LicenseUseColumn, type LicenseUseRow, listLicenseUse } from './license-use-store.ts';

const sorting = {
  fields: { license_id: 'license_id', name: 'name', component_count: 'component_count' },
  unsorted: 'license_id',
} as const;

export function licenseUseRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, licenseV2Operations.listLicensesV2, async ({ query, principal }) => {
    const page = toKeysetPage<LicenseUseColumn>('licenses', query, sorting);
    const filter = {
      text: query.q?.trim() || undefined,
      onlyUsed: isOn(query.only_used),
      onlyCustom: isOn(query.only_custom),
    };
    const found = await listLicenseUse(ctx.db, principal, filter, page);
    const positionOf = (row: LicenseUseRow) => ({ value: row[page.column], id: row.id });
    return { status: 200, body: presentPage(page, found, presentListedLicense, positionOf) };
  });
}

function presentListedLicense(row: LicenseUseRow): ListedLicense {
  return {
    uuid: row.uuid,
    license_id: row.license_id,
    name: row.name,
    osi_approved: row.is_osi_approved,
    fsf_libre: row.is_fsf_libre,
    deprecated: row.is_deprecated,
    custom_license: row.is_custom,
    component_count: row.component_count,
  };
}
